import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { formatCents, formatDay, formatNumber } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { useUsers } from '../api/use-admin.ts'
import { AdjustDialog, type AdjustTarget } from './adjust-dialog.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { BanDialog } from './ban-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { useUserSearch, UserTools } from './user-search.tsx'
import { ListTable } from '#web/ui/data-table.tsx'

function Roles({ user }: { user: AdminUser }) {
  return (
    <Group gap={4} justify="inherit" wrap="wrap">
      {user.email}
      {user.is_admin && <Badge variant="light">Admin</Badge>}
      {user.is_staff && <Badge variant="default">Staff</Badge>}
      {user.banned && <Badge color="red">Banned</Badge>}
      {user.deleted && <Badge variant="default">Deleted</Badge>}
      {!user.email_verified && !user.deleted && <Badge variant="default">Not verified</Badge>}
    </Group>
  )
}

function Actions({
  user: { email, plan, deleted, banned, is_staff: isStaff, is_admin: isAdmin },
  onAdjust,
  onPlan,
  onBan,
}: {
  user: AdminUser
  onAdjust(): void
  onPlan(): void
  onBan(): void
}) {
  return (
    <Group gap="xs" justify="inherit" wrap="nowrap">
      <Button
        variant="default"
        size="compact-sm"
        onClick={onAdjust}
        aria-label={`Adjust the credits of ${email}`}
      >
        Adjust
      </Button>
      {!deleted && !plan.is_paid && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onPlan}
          aria-label={`Give ${email} a plan`}
        >
          Plan
        </Button>
      )}
      {!deleted && !isStaff && !isAdmin && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onBan}
          aria-label={banned ? `Lift the ban of ${email}` : `Ban ${email}`}
        >
          {banned ? 'Unban' : 'Ban'}
        </Button>
      )}
    </Group>
  )
}

/** Everybody who has an account, and what they have. */
export function PeoplePage() {
  const search = useUserSearch()
  const [target, setTarget] = useState<AdjustTarget | null>(null)
  const [planned, setPlanned] = useState<string | null>(null)
  const [judged, setJudged] = useState<AdminUser | null>(null)
  const users = useUsers(search.wanted)
  // As the list has them now: a dialog that is refused because of a change shows what it is.
  const people = users.data?.pages.flatMap(({ results }) => results) ?? []
  const receiver = people.find(({ id }) => id === planned)
  return (
    <AdminFrame title="People">
      <UserTools search={search} whole={api.admin.exportUsers} />
      <ListTable
        list={users}
        label="People"
        keyOf={({ id }) => id}
        empty={
          search.wanted === '' ? 'Nobody has registered yet.' : 'Nobody has such an address or id.'
        }
        columns={[
          { title: 'Who', render: (user) => <Roles user={user} /> },
          { title: 'Since', render: ({ created_at: at }) => formatDay(at) },
          {
            title: 'Plan',
            render: ({ plan }) => planAndPeriod(plan.name, plan.period),
          },
          {
            title: 'Credits',
            kind: 'number',
            render: ({ credits, credits_held: held }) =>
              held === 0
                ? formatNumber(credits)
                : `${formatNumber(credits)} + ${formatNumber(held)} reserved`,
          },
          { title: 'Paid', kind: 'number', render: ({ paid }) => formatCents(paid) },
          { title: 'Images', kind: 'number', render: ({ pictures }) => formatNumber(pictures) },
          {
            title: 'Action',
            render: (user) => (
              <Actions
                user={user}
                onAdjust={() => setTarget({ user: user.id, email: user.email })}
                onPlan={() => setPlanned(user.id)}
                onBan={() => setJudged(user)}
              />
            ),
          },
        ]}
      />
      {target && <AdjustDialog target={target} onClose={() => setTarget(null)} />}
      {judged && <BanDialog user={judged} onClose={() => setJudged(null)} />}
      {receiver && <PlanDialog user={receiver} onClose={() => setPlanned(null)} />}
    </AdminFrame>
  )
}
