import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Invitation } from '#contract/invitations.ts'
import { paths } from '#contract/paths.ts'
import { formatDay, formatTime } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import { StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useInvitations, useRevokeInvitation } from '../api/use-invitations.ts'
import { AdminFrame } from './admin-frame.tsx'
import { InviteForm } from './invite-form.tsx'

const STATES: Record<Invitation['state'], StateLook> = {
  open: { label: 'Open', color: 'green' },
  used: { label: 'Used', color: 'gray' },
  expired: { label: 'Expired', color: 'gray' },
  revoked: { label: 'Withdrawn', color: 'red' },
}

const POLICIES = {
  open: 'Everybody may open an account now, with an invitation or without.',
  invitation: 'Only people with an invitation may open an account.',
  closed: 'Nobody may open an account now, with an invitation either.',
} as const

function Withdraw({ invitation: { id, email } }: { invitation: Invitation }) {
  const revoke = useRevokeInvitation()
  return (
    <SmallButton
      loading={revoke.isPending}
      onClick={() => revoke.mutate(id)}
      aria-label={
        email === null ? 'Withdraw the invitation' : `Withdraw the invitation of ${email}`
      }
    >
      Withdraw
    </SmallButton>
  )
}

/** Links that open one account each: a form for new ones, and those that were made. */
export function InvitationsPage() {
  const { site } = useSite()
  const list = useInvitations()
  return (
    <AdminFrame title="Invitations">
      <Text>
        {POLICIES[site.registration_policy]}{' '}
        <Anchor component={Link} to={`${paths.adminSettings.link()}#accounts`}>
          Change who may register
        </Anchor>
      </Text>
      <InviteForm />
      <ListTable
        list={list}
        label="Invitations"
        keyOf={({ id }) => id}
        empty="Nobody was invited yet."
        columns={[
          { title: 'For', render: ({ email }) => email ?? 'Whoever has the link' },
          { title: 'State', render: ({ state }) => <StateBadge look={STATES[state]} /> },
          { title: 'Made', render: ({ created_at: at }) => formatDay(at) },
          { title: 'By', render: ({ created_by: by }) => by ?? 'A deleted account' },
          { title: 'Works until', render: ({ expires_at: at }) => formatTime(at) },
          { title: 'Account', render: ({ used_by: account }) => account ?? '' },
          {
            title: 'Action',
            render: (one) => (one.state === 'open' ? <Withdraw invitation={one} /> : null),
          },
        ]}
      />
    </AdminFrame>
  )
}
