import { Anchor, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { PASSWORD_MIN_LENGTH } from '#contract/values/accounts.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useEmailSettings } from './use-email-settings.ts'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { FormFailure } from '../components/form-failure.tsx'
import { useTexts } from './texts.ts'

function ChangeForm({ email }: { email: string }) {
  const t = useTexts()
  const { confirmation, newPassword, required } = useValidation()

  const client = useQueryClient()
  const form = useFields(
    { old_password: '', new_password1: '', new_password2: '' },
    {
      old_password: required,
      new_password1: (value) => newPassword(value, email),
      new_password2: (value, { new_password1 }) => confirmation(value, new_password1),
    },
  )
  const change = useMutation({
    mutationFn: (body: Record<(typeof form.names)[number], string>) =>
      call(api.accounts.passwordChange, { body }),
    onSuccess: () => {
      form.reset()
      notifications.show({ message: t('passwordSection.changed') })
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
          label={t('passwordSection.currentPassword')}
          autoComplete="current-password"
          required
          {...form.of('old_password')}
        />
        <PasswordInput
          label={t('passwordSection.newPassword')}
          description={t('validation.passwordHint', { min: PASSWORD_MIN_LENGTH })}
          autoComplete="new-password"
          required
          {...form.of('new_password1')}
        />
        <PasswordInput
          label={t('passwordSection.confirmNewPassword')}
          description={t('validation.confirmHint')}
          autoComplete="new-password"
          required
          {...form.of('new_password2')}
        />
        <FormFailure title={t('passwordSection.yourPasswordWasNotChanged')}>
          {formFailure(change.error, form.names)}
        </FormFailure>
        <Group>
          <Button
            type="submit"
            variant="default"
            mih={44}
            loading={form.isChecking || change.isPending}
          >
            {t('passwordSection.changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Another password; for people without one, the way to a first. */
export function PasswordSection() {
  const t = useTexts()
  const { data: settings } = useEmailSettings()
  return (
    <section aria-labelledby="account-password">
      <Title order={2} fz="lg" mb="xs" id="account-password">
        {t('passwordSection.password')}
      </Title>
      {settings?.confirm_with === 'sign_in' ? (
        <Text>
          {t.rich('passwordSection.social', {
            link: <Anchor component={Link} to={paths.forgotPassword.link()} inherit />,
          })}
        </Text>
      ) : (
        <Stack>
          <Text>{t('passwordSection.hint')}</Text>
          <ChangeForm email={settings?.email ?? ''} />
        </Stack>
      )}
    </section>
  )
}
