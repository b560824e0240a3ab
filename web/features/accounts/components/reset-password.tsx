import { Alert, Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { formFailure } from '../lib/form-failure.ts'
import { confirmation, newPassword } from '../lib/validation.ts'
import { texts } from '../texts.ts'
import { FormFailure } from './form-failure.tsx'

function DeadLink() {
  return (
    <Stack>
      <Title order={1} fz="xl">
        This link does not work
      </Title>
      <Text>It may have been used already or have expired. Request a new one.</Text>
      <Button component={Link} to={paths.forgotPassword.link()} size="md">
        Send a new link
      </Button>
    </Stack>
  )
}

/** Sets a new password with the link of the mail. */
export function ResetPassword({ uid, token }: { uid: string | null; token: string | null }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { new_password1: '', new_password2: '' },
    validate: {
      new_password1: (value) => newPassword(value),
      new_password2: (value, { new_password1 }) => confirmation(value, new_password1),
    },
  })
  const reset = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(api.accounts.passwordResetConfirm, {
        body: { uid: uid ?? '', token: token ?? '', ...values },
      }),
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    meta: { showsOwnErrors: true },
  })

  if (uid === null || token === null) return <DeadLink />
  if (reset.isSuccess) {
    return (
      <Stack aria-live="polite">
        <Title order={1} fz="xl">
          Your new password is set
        </Title>
        <Text>You have been logged out everywhere. Log in with your new password.</Text>
        <Button component={Link} to={paths.login.link()} size="md">
          Log in
        </Button>
      </Stack>
    )
  }
  const { uid: badUser, token: badToken } = fieldErrorsOf(reset.error)
  const isDead = badUser !== undefined || badToken !== undefined
  return (
    <form noValidate onSubmit={form.onSubmit((values) => reset.mutate(values))}>
      <Stack>
        <Title order={1} fz="xl">
          Set a new password
        </Title>
        {isDead && (
          <Alert color="red" title="This link does not work">
            <Text>It may have been used already or have expired.</Text>
            <Button
              component={Link}
              to={paths.forgotPassword.link()}
              variant="default"
              size="compact-sm"
              mt="xs"
            >
              Send a new link
            </Button>
          </Alert>
        )}
        <PasswordInput
          label="New password"
          description={texts.passwordHint}
          autoComplete="new-password"
          required
          size="md"
          {...form.getInputProps('new_password1')}
        />
        <PasswordInput
          label="Confirm password"
          description={texts.confirmHint}
          autoComplete="new-password"
          required
          size="md"
          {...form.getInputProps('new_password2')}
        />
        {!isDead && (
          <FormFailure title="The password was not changed">
            {formFailure(reset.error, ['new_password1', 'new_password2'])}
          </FormFailure>
        )}
        <Button type="submit" size="md" loading={form.submitting || reset.isPending}>
          Set new password
        </Button>
      </Stack>
    </form>
  )
}
