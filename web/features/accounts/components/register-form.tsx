import { Anchor, Button, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { telemetry } from '#web/lib/telemetry.ts'
import { formFailure } from '../lib/form-failure.ts'
import { confirmation, email, newPassword, required } from '../lib/validation.ts'
import { texts } from '../texts.ts'
import { FormFailure } from './form-failure.tsx'

const TOAST = 'register'

/** @param onRegistered gets the address that the verification mail went to */
export function RegisterForm({ onRegistered }: { onRegistered(email: string): void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { first_name: '', last_name: '', email: '', password1: '', password2: '' },
    validate: {
      first_name: required,
      email,
      password1: (value, values) => newPassword(value, values.email),
      password2: (value, { password1 }) => confirmation(value, password1),
    },
    transformValues: (values) => ({ ...values, email: values.email.trim() }),
  })
  const register = useMutation({
    mutationFn: (body: typeof form.values) => call(api.accounts.register, { body }),
    onMutate: () => {
      notifications.show({ id: TOAST, loading: true, autoClose: false, ...texts.registering })
    },
    onSuccess: (_answer, body) => {
      notifications.update({
        id: TOAST,
        loading: false,
        color: 'green',
        autoClose: 4000,
        ...texts.registered,
      })
      telemetry.event('register', { successful: true })
      onRegistered(body.email)
    },
    onError: (error) => {
      notifications.hide(TOAST)
      form.setErrors(fieldErrorsOf(error))
    },
    meta: { showsOwnErrors: true },
  })

  return (
    <form noValidate onSubmit={form.onSubmit((values) => register.mutate(values))}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            required
            size="md"
            {...form.getInputProps('first_name')}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            size="md"
            {...form.getInputProps('last_name')}
          />
        </SimpleGrid>
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          size="md"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          description={texts.passwordHint}
          autoComplete="new-password"
          required
          size="md"
          {...form.getInputProps('password1')}
        />
        <PasswordInput
          label="Confirm password"
          description={texts.confirmHint}
          autoComplete="new-password"
          required
          size="md"
          {...form.getInputProps('password2')}
        />
        <FormFailure title="You were not registered">
          {formFailure(register.error, Object.keys(form.getInitialValues()))}
        </FormFailure>
        <Button type="submit" size="md" loading={form.submitting || register.isPending}>
          Register
        </Button>
        <Text size="xs" c="dimmed">
          By creating an account you agree to the{' '}
          <Anchor component={Link} to={paths.terms.link()} inherit>
            terms of service
          </Anchor>{' '}
          and the{' '}
          <Anchor component={Link} to={paths.privacy.link()} inherit>
            privacy policy
          </Anchor>
          .
        </Text>
      </Stack>
    </form>
  )
}
