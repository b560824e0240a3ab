import { Anchor, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useEmailSettings } from '../lib/use-email-settings.ts'
import { confirmation, newPassword, required } from '../lib/validation.ts'
import { texts } from '../texts.ts'
import { FormFailure } from './form-failure.tsx'

function ChangeForm({ email }: { email: string }) {
  const client = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { old_password: '', new_password1: '', new_password2: '' },
    validate: {
      old_password: required,
      new_password1: (value) => newPassword(value, email),
      new_password2: (value, { new_password1 }) => confirmation(value, new_password1),
    },
  })
  const change = useMutation({
    mutationFn: (body: typeof form.values) => call(api.accounts.passwordChange, { body }),
    onSuccess: () => {
      form.reset()
      notifications.show({ message: texts.passwordChanged })
      void refresh(client, queryKeys.sessions)
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    meta: { showsOwnErrors: true },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack maw={420}>
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          {...form.getInputProps('old_password')}
        />
        <PasswordInput
          label="New password"
          description={texts.passwordHint}
          autoComplete="new-password"
          required
          {...form.getInputProps('new_password1')}
        />
        <PasswordInput
          label="Confirm new password"
          description={texts.confirmHint}
          autoComplete="new-password"
          required
          {...form.getInputProps('new_password2')}
        />
        <FormFailure title="Your password was not changed">
          {formFailure(change.error, Object.keys(form.getInitialValues()))}
        </FormFailure>
        <Group>
          <Button
            type="submit"
            variant="default"
            mih={44}
            loading={form.submitting || change.isPending}
          >
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Another password; for people without one, the way to a first. */
export function PasswordSection() {
  const { data: settings } = useEmailSettings()
  return (
    <section aria-labelledby="account-password">
      <Title order={2} fz="lg" mb="xs" id="account-password">
        Password
      </Title>
      {settings?.confirm_with === 'sign_in' ? (
        <Text>
          You log in with Google or Facebook and have no password.{' '}
          <Anchor component={Link} to={paths.forgotPassword.link()} inherit>
            Set one by email
          </Anchor>
        </Text>
      ) : (
        <Stack>
          <Text>A new password logs you out on all other devices.</Text>
          <ChangeForm email={settings?.email ?? ''} />
        </Stack>
      )}
    </section>
  )
}
