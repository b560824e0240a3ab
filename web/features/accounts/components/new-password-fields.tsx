import { PasswordInput } from '@mantine/core'
import { PASSWORD_MIN_LENGTH } from '#contract/values/accounts.ts'
import { useTexts } from '../texts.ts'

/** Asks for a new password, twice: the label of each field and what its form gives to it. */
export function NewPasswordFields({
  labels,
  fields,
}: {
  labels: readonly [string, string]
  fields: readonly [object, object]
}) {
  const t = useTexts()
  const hints = [
    t('validation.passwordHint', { min: PASSWORD_MIN_LENGTH }),
    t('validation.confirmHint'),
  ]
  return labels.map((label, at) => (
    <PasswordInput
      key={label}
      label={label}
      description={hints[at]}
      autoComplete="new-password"
      required
      size="md"
      {...fields[at]}
    />
  ))
}
