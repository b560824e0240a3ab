import {
  Alert,
  Button,
  Group,
  PasswordInput,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import type { EmailSettings } from '#contract/account.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { formFailure } from '../lib/form-failure.ts'
import { useChangeEmail, useEmailSettings } from '../lib/use-email-settings.ts'
import { email, required } from '../lib/validation.ts'
import { FormFailure } from './form-failure.tsx'
import { SignInAgain } from './sign-in-again.tsx'

function ChangeForm({ settings }: { settings: EmailSettings }) {
  const change = useChangeEmail()
  const needsPassword = settings.confirm_with === 'password'
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email, password: (value) => (needsPassword ? required(value) : null) },
  })
  const submit = form.onSubmit(({ email: address, password }) =>
    change.mutate(
      { email: address.trim(), ...(needsPassword && { password }) },
      {
        onSuccess: () => form.reset(),
        onError: (error) => form.setErrors(fieldErrorsOf(error)),
      },
    ),
  )
  if (!needsPassword && !settings.signed_in_recently) return <SignInAgain />
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        <TextInput
          label="New email address"
          type="email"
          autoComplete="email"
          required
          {...form.getInputProps('email')}
        />
        {needsPassword && (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
        )}
        <FormFailure title="Your email address was not changed">
          {formFailure(change.error, ['email', 'password'])}
        </FormFailure>
        <Group>
          <Button type="submit" variant="default" mih={44} loading={change.isPending}>
            Change email address
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The address of the account, and another one in its place. */
export function EmailSection() {
  const settings = useEmailSettings()
  return (
    <section aria-labelledby="account-email">
      <Title order={2} fz="lg" mb="xs" id="account-email">
        Email address
      </Title>
      {settings.isError && !settings.data && (
        <ErrorState
          what="Your email address could not be loaded."
          onRetry={() => void settings.refetch()}
        />
      )}
      {!settings.data && !settings.isError && <Skeleton height={160} maw={420} />}
      {settings.data && (
        <Stack>
          <Text>
            You log in with <strong>{settings.data.email}</strong>.
          </Text>
          {settings.data.waiting !== null && (
            <Alert color="gray" role="status" title="Confirm your new address">
              We sent a link to <strong>{settings.data.waiting}</strong>. Your address changes once
              you open it.
            </Alert>
          )}
          <ChangeForm settings={settings.data} />
        </Stack>
      )}
    </section>
  )
}
