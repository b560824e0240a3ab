import { Code, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import type { StepProps } from './step-props.ts'
import { useTexts } from './texts.ts'
import { useSettingWords, useStepFields } from './use-form-words.ts'

/** The button that every step has, and the words of its form. */
function useForm() {
  const t = useTexts()
  return { save: t('save'), words: useSettingWords() }
}

/** The mail server, tried by an email to the administrator. */
export function MailStep({ onDone, skip }: StepProps) {
  const t = useTexts()
  const fields = useStepFields(['SMTP_URL', 'MAIL_FROM'])
  const form = useForm()
  return (
    <SettingsForm
      {...form}
      fields={fields}
      onSaved={onDone}
      test={{ what: 'mail', label: t('mail.test') }}
    >
      {skip}
    </SettingsForm>
  )
}

/** Keys of Stripe, asked about at Stripe. */
export function PaymentsStep({ onDone, skip }: StepProps) {
  const t = useTexts()
  const fields = useStepFields(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_TAX'])
  const form = useForm()
  return (
    <Stack>
      <Text>{t.rich('payments.intro', { code: <Code /> })}</Text>
      <SettingsForm
        {...form}
        fields={fields}
        onSaved={onDone}
        test={{ what: 'payments', label: t('payments.test') }}
      >
        {skip}
      </SettingsForm>
    </Stack>
  )
}

/** Whether strangers may open accounts. */
export function RegistrationStep({ onDone, skip }: StepProps) {
  const t = useTexts()
  const fields = useStepFields(['REGISTRATION'])
  const form = useForm()
  return (
    <Stack>
      <Text>
        {t.rich('registration.intro', {
          invitations: <Link to={paths.adminInvitations.link()} />,
          people: <Link to={paths.adminPeople.link()} />,
        })}
      </Text>
      <SettingsForm {...form} fields={fields} onSaved={onDone}>
        {skip}
      </SettingsForm>
    </Stack>
  )
}

/** Where people reach the site. */
export function AddressStep({ onDone, skip }: StepProps) {
  const fields = useStepFields(['PUBLIC_URL'])
  const form = useForm()
  return (
    <SettingsForm {...form} fields={fields} onSaved={onDone}>
      {skip}
    </SettingsForm>
  )
}
