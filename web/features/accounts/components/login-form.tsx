import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useCompleteSignIn } from '../lib/use-complete-sign-in.ts'
import { FormFailure } from './form-failure.tsx'
import { email, required } from '../lib/validation.ts'
import { texts } from '../texts.ts'

const TOAST = 'login'
const SUCCESS_MS = 2000

export function LoginForm() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email, password: required },
  })
  const complete = useCompleteSignIn()
  const login = useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      const { key } = await call(api.accounts.login, { body })
      await complete(key)
    },
    onMutate: () => {
      notifications.show({ id: TOAST, loading: true, autoClose: false, ...texts.loggingIn })
    },
    onSuccess: () => {
      notifications.update({
        id: TOAST,
        loading: false,
        color: 'green',
        autoClose: SUCCESS_MS,
        ...texts.loggedIn,
      })
    },
    onError: (error) => {
      notifications.hide(TOAST)
      form.setErrors(fieldErrorsOf(error))
    },
    meta: { showsOwnErrors: true },
  })

  const failure = formFailure(login.error, ['email', 'password'])
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ email: address, password }) =>
        login.mutate({ email: address.trim(), password }),
      )}
    >
      <Stack gap="md">
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          size="md"
          // In the dialog: else the focus would begin at its close button.
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          size="md"
          {...form.getInputProps('password')}
        />
        <FormFailure title={texts.loginFailed.title}>
          {failure === null ? null : (
            <>
              {texts.loginFailed.message}
              <br />
              {failure}
            </>
          )}
        </FormFailure>
        <Button type="submit" size="md" loading={login.isPending}>
          Login
        </Button>
        <Anchor component={Link} to={paths.forgotPassword.link()} ta="center">
          Forgot your password?
        </Anchor>
      </Stack>
    </form>
  )
}
