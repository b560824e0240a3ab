import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { AdminReferral, ReferralReason } from '#contract/referrals.ts'
import { paths } from '#contract/paths.ts'
import { formatDay, formatNumber, formatTime } from '#web/lib/format.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { useReferralsOf } from '../api/use-referrals-of.ts'

const REASONS: Record<ReferralReason, string> = {
  mailbox: 'same mailbox',
  card: 'shared card',
  device: 'shared browser',
  address: 'shared network address',
  limit: 'over the limit of a year',
  refunded: 'payment refunded',
  disputed: 'payment disputed',
  account_closed: 'account deleted',
}

const STATES: Record<AdminReferral['state'], string> = {
  waiting: 'Waiting',
  refused: 'Refused',
  granted: 'Granted',
  taking_back: 'Being taken back',
  taken_back: 'Taken back',
}

function stateOf({ state, reason, due_at: due }: AdminReferral): string {
  if (state === 'waiting')
    return due === null ? 'Waiting for a first payment' : `Waiting until ${formatDay(due)}`
  return reason === null ? STATES[state] : `${STATES[state]}: ${REASONS[reason]}`
}

function Other({ referral: { user, email } }: { referral: AdminReferral }) {
  return (
    <Anchor component={Link} to={paths.adminPerson.link(user)}>
      {email === '' ? 'A deleted account' : email}
    </Anchor>
  )
}

/** Whom a person invited and by whom they were invited, with the reason where it brought nothing. */
export function PersonReferrals({ id }: { id: string }) {
  const { data, isError } = useReferralsOf(id)
  if (isError) return <Text c="dimmed">The referrals could not be loaded.</Text>
  if (!data) return <Text c="dimmed">Loading…</Text>
  const { code, invited_by: by, invited } = data
  return (
    <>
      <Text>
        {code === null
          ? 'Has no code yet: it is made when they look at their invitations.'
          : `Code ${code}.`}
        {by && (
          <>
            {' '}
            Invited by <Other referral={by} />: {stateOf(by).toLowerCase()},{' '}
            {formatNumber(by.credits)} credits.
          </>
        )}
      </Text>
      <DataTable
        label="Referrals"
        rows={invited}
        keyOf={(referral) => referral.id}
        empty="Nobody was invited."
        columns={[
          { title: 'When', render: ({ created_at: at }) => formatTime(at) },
          { title: 'Invited', render: (referral) => <Other referral={referral} /> },
          { title: 'State', render: stateOf },
          { title: 'Credits', kind: 'number', render: ({ credits }) => formatNumber(credits) },
        ]}
      />
    </>
  )
}
