import { Code, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import {
  ADDRESS_FIELDS,
  MAIL_FIELDS,
  PAYMENT_FIELDS,
  REGISTRATION_FIELD,
} from '../settings/setting-groups.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import type { StepProps } from './step-props.ts'

const SAVE = 'Save and go on'

/** The mail server, tried by an email to the administrator. */
export function MailStep({ onDone, skip }: StepProps) {
  return (
    <SettingsForm
      fields={MAIL_FIELDS}
      save={SAVE}
      onSaved={onDone}
      test={{ what: 'mail', label: 'Send a test email' }}
    >
      {skip}
    </SettingsForm>
  )
}

/** Keys of Stripe, asked about at Stripe. */
export function PaymentsStep({ onDone, skip }: StepProps) {
  return (
    <Stack>
      <Text>
        Without a key, plans and credits are bought with test payments on this machine. With one,
        have Stripe send its events to <Code>/api/webhooks/stripe/</Code> of the public address.
      </Text>
      <SettingsForm
        fields={PAYMENT_FIELDS}
        save={SAVE}
        onSaved={onDone}
        test={{ what: 'payments', label: 'Check the key' }}
      >
        {skip}
      </SettingsForm>
    </Stack>
  )
}

/** Whether strangers may open accounts. */
export function RegistrationStep({ onDone, skip }: StepProps) {
  return (
    <Stack>
      <Text>
        You make the links by which people are invited under{' '}
        <Link to={paths.adminInvitations.link()}>Invitations</Link>. While there is no email server,
        an account that is opened by such a link needs no confirmation; you confirm all others under{' '}
        <Link to={paths.adminPeople.link()}>People</Link>.
      </Text>
      <SettingsForm fields={[REGISTRATION_FIELD]} save={SAVE} onSaved={onDone}>
        {skip}
      </SettingsForm>
    </Stack>
  )
}

/** Where people reach the site. */
export function AddressStep({ onDone, skip }: StepProps) {
  return (
    <SettingsForm fields={ADDRESS_FIELDS} save={SAVE} onSaved={onDone}>
      {skip}
    </SettingsForm>
  )
}
