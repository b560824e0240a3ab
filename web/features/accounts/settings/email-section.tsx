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
import type { EmailSettings } from '#contract/account.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { formFailure } from '../lib/form-failure.ts'
import { useChangeEmail, useEmailSettings } from './use-email-settings.ts'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { FormFailure } from '../components/form-failure.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useTexts } from './texts.ts'

function ChangeForm({ settings }: { settings: EmailSettings }) {
  const t = useTexts()
  const { email, required } = useValidation()
  const change = useChangeEmail()
  const needsPassword = settings.confirm_with === 'password'
  const form = useFields(
    { email: '', password: '' },
    { email, password: (value) => (needsPassword ? required(value) : null) },
  )
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
          label={t('emailSection.newEmailAddress')}
          type="email"
          autoComplete="email"
          required
          {...form.of('email')}
        />
        {needsPassword && (
          <PasswordInput
            label={t('emailSection.yourPassword')}
            autoComplete="current-password"
            required
            {...form.of('password')}
          />
        )}
        <FormFailure title={t('emailSection.yourEmailAddressWasNot')}>
          {formFailure(change.error, ['email', 'password'])}
        </FormFailure>
        <Group>
          <Button type="submit" variant="default" mih={44} loading={change.isPending}>
            {t('emailSection.changeEmailAddress')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The address of the account, and another one in its place. */
export function EmailSection() {
  const t = useTexts()
  const settings = useEmailSettings()
  return (
    <section aria-labelledby="account-email">
      <Title order={2} fz="lg" mb="xs" id="account-email">
        {t('emailSection.emailAddress')}
      </Title>
      {settings.isError && !settings.data && (
        <ErrorState
          what={t('emailSection.yourEmailAddressCouldNot')}
          onRetry={() => void settings.refetch()}
        />
      )}
      {!settings.data && !settings.isError && <Skeleton height={160} maw={420} />}
      {settings.data && (
        <Stack>
          <Text>
            {t.rich('emailSection.youLogInWith', {
              email: settings.data.email,
              b: <strong />,
            })}
          </Text>
          {settings.data.waiting !== null && (
            <Alert color="gray" role="status" title={t('emailSection.confirmYourNewAddress')}>
              {t.rich('emailSection.waiting', {
                waiting: settings.data.waiting,
                b: <strong />,
              })}
            </Alert>
          )}
          <ChangeForm settings={settings.data} />
        </Stack>
      )}
    </section>
  )
}
