import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { api, ApiError, call } from '#web/lib/api.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useCompleteSignIn } from '../lib/use-complete-sign-in.ts'
import { EnterCode } from './enter-code.tsx'
import { FormFailure } from './form-failure.tsx'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { useTexts } from '../texts.ts'

const TOAST = 'login'
const SUCCESS_MS = 2000
const FAILURE_MS = 6000

interface Login {
  email: string
  password: string
  code?: string
}

export function LoginForm() {
  const t = useTexts()
  const { email, required } = useValidation()

  const form = useFields({ email: '', password: '' }, { email, password: required })
  const complete = useCompleteSignIn()
  /** Whose password was right, and who is asked for a code. */
  const [asked, setAsked] = useState<Login | null>(null)
  async function enter(body: Login): Promise<void> {
    const { key } = await call(api.accounts.login, { body })
    await complete(key)
  }
  const login = useMutation({
    mutationFn: enter,
    onMutate: () => {
      notifications.show({
        id: TOAST,
        loading: true,
        autoClose: false,
        title: t('loginForm.loggingIn'),
        message: t('loginForm.checking'),
      })
    },
    onSuccess: () => {
      notifications.update({
        id: TOAST,
        loading: false,
        color: 'green',
        autoClose: SUCCESS_MS,
        title: t('loginForm.loggedIn'),
        message: t('loginForm.redirecting'),
      })
    },
    onError: (error, body) => {
      if (error instanceof ApiError && error.code === 'code_required') {
        notifications.hide(TOAST)
        setAsked(body)
        return
      }
      notifications.update({
        id: TOAST,
        loading: false,
        color: 'red',
        autoClose: FAILURE_MS,
        title: t('loginForm.failed'),
        message: t('loginForm.tryAgain'),
      })
      handleError(error)
      form.setErrors(fieldErrorsOf(error))
    },
    meta: { showsOwnErrors: true },
  })

  if (asked !== null) return <EnterCode enter={(code) => enter({ ...asked, code })} />
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
          label={t('loginForm.email')}
          type="email"
          autoComplete="email"
          required
          size="md"
          // In the dialog: else the focus would begin at its close button.
          data-autofocus
          {...form.of('email')}
        />
        <PasswordInput
          label={t('loginForm.password')}
          autoComplete="current-password"
          required
          size="md"
          {...form.of('password')}
        />
        <FormFailure title={t('loginForm.failed')}>{failure}</FormFailure>
        <Button type="submit" size="md" loading={login.isPending}>
          {t('loginForm.login')}
        </Button>
        <Anchor component={Link} to={paths.forgotPassword.link()} ta="center">
          {t('loginForm.forgotYourPassword')}
        </Anchor>
      </Stack>
    </form>
  )
}
