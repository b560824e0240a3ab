import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { formFailure } from '../lib/form-failure.ts'
import { email } from '../lib/validation.ts'
import { FormFailure } from './form-failure.tsx'

/** Asks for a mail with a reset link. The answer never tells whether an account exists. */
export function ForgotPassword() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: { email } })
  const reset = useMutation({
    mutationFn: (address: string) => call(api.accounts.passwordReset, { body: { email: address } }),
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    meta: { showsOwnErrors: true },
  })

  if (reset.isSuccess) {
    return (
      <Stack aria-live="polite">
        <Title order={1} fz="xl">
          Check your email
        </Title>
        <Text>
          If there is an account for <strong>{reset.variables}</strong>, a link to set a new
          password is on its way. It may be in your spam folder.
        </Text>
        <Anchor component={Link} to={paths.login.link()}>
          Back to log in
        </Anchor>
      </Stack>
    )
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => reset.mutate(values.email.trim()))}>
      <Stack>
        <Title order={1} fz="xl">
          Forgot your password?
        </Title>
        <Text>Enter your email address and we will send you a link to set a new one.</Text>
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          size="md"
          {...form.getInputProps('email')}
        />
        <FormFailure title="The link was not sent">
          {formFailure(reset.error, ['email'])}
        </FormFailure>
        <Button type="submit" size="md" loading={reset.isPending}>
          Send link
        </Button>
        <Anchor component={Link} to={paths.login.link()} ta="center">
          Back to log in
        </Anchor>
      </Stack>
    </form>
  )
}
