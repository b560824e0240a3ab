import { PasswordInput } from '@mantine/core'
import { PASSWORD_MIN_LENGTH } from '#contract/values/accounts.ts'
import type { useNewPassword } from '../lib/use-new-password.ts'
import { useTexts } from '../texts.ts'

/** Asks for a new password, twice. */
export function NewPasswordFields({ form }: { form: ReturnType<typeof useNewPassword> }) {
  const t = useTexts()
  return (
    <>
      <PasswordInput
        label={t('resetPassword.newPassword')}
        description={t('validation.passwordHint', { min: PASSWORD_MIN_LENGTH })}
        autoComplete="new-password"
        required
        size="md"
        {...form.of('new_password1')}
      />
      <PasswordInput
        label={t('resetPassword.confirmPassword')}
        description={t('validation.confirmHint')}
        autoComplete="new-password"
        required
        size="md"
        {...form.of('new_password2')}
      />
    </>
  )
}
