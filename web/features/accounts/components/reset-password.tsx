import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useNewPassword } from '../lib/use-new-password.ts'
import { FormFailure } from './form-failure.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useTexts } from '../texts.ts'

function DeadLink() {
  const t = useTexts()
  return (
    <Stack>
      <Title order={1} fz="xl">
        {t('resetPassword.thisLinkDoesNotWork')}
      </Title>
      <Text>{t('resetPassword.deadLink')}</Text>
      <Button component={Link} to={paths.forgotPassword.link()} size="md">
        {t('resetPassword.sendANewLink')}
      </Button>
    </Stack>
  )
}

/** Sets a new password with the link of the mail. */
export function ResetPassword({ uid, token }: { uid: string | null; token: string | null }) {
  const t = useTexts()
  const form = useNewPassword()
  const reset = useMutation({
    mutationFn: (values: Record<(typeof form.names)[number], string>) =>
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
          {t('resetPassword.yourNewPasswordIsSet')}
        </Title>
        <Text>{t('resetPassword.youHaveBeenLoggedOut')}</Text>
        <Button component={Link} to={paths.login.link()} size="md">
          {t('resetPassword.logIn')}
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
          {t('resetPassword.setANewPassword')}
        </Title>
        {isDead && (
          <Alert color="red" title={t('resetPassword.thisLinkDoesNotWork')}>
            <Text>{t('resetPassword.deadLinkShort')}</Text>
            <Button
              component={Link}
              to={paths.forgotPassword.link()}
              variant="default"
              size="compact-sm"
              mt="xs"
            >
              {t('resetPassword.sendANewLink')}
            </Button>
          </Alert>
        )}
        <NewPasswordFields
          labels={[t('resetPassword.newPassword'), t('resetPassword.confirmPassword')]}
          fields={[form.of('new_password1'), form.of('new_password2')]}
        />
        {!isDead && (
          <FormFailure title={t('resetPassword.failed')}>
            {formFailure(reset.error, ['new_password1', 'new_password2'])}
          </FormFailure>
        )}
        <Button type="submit" size="md" loading={form.isChecking || reset.isPending}>
          {t('resetPassword.setNewPassword')}
        </Button>
      </Stack>
    </form>
  )
}
