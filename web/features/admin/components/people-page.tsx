import { Anchor, Badge, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { AdminUser } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { api } from '#web/lib/api.ts'
import { formatCents, formatDay, formatNumber } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { useUsers } from '../api/use-admin.ts'
import { AdminFrame } from './admin-frame.tsx'
import { PersonActions } from './person-actions.tsx'
import { TimeFilter, useFilter } from './time-filter.tsx'
import { useUserSearch, UserTools } from './user-search.tsx'
import { ListTable } from '#web/ui/data-table.tsx'

function Roles({ user }: { user: AdminUser }) {
  return (
    <Group gap={4} justify="inherit" wrap="wrap">
      <Anchor component={Link} to={paths.adminPerson.link(user.id)}>
        {user.email}
      </Anchor>
      {user.is_admin && <Badge variant="light">Admin</Badge>}
      {user.is_staff && <Badge variant="default">Staff</Badge>}
      {user.banned && <Badge color="red">Banned</Badge>}
      {user.limited && <Badge variant="default">Limited</Badge>}
      {user.deleted && <Badge variant="default">Deleted</Badge>}
      {!user.email_verified && !user.deleted && <Badge variant="default">Not verified</Badge>}
    </Group>
  )
}

/** Everybody who has an account, and what they have. */
export function PeoplePage() {
  const search = useUserSearch()
  const times = useFilter(['from', 'to'])
  const users = useUsers(search.wanted, times)
  return (
    <AdminFrame title="People">
      <TimeFilter from={times.from} to={times.to} whole={paths.adminPeople.link()} />
      <UserTools
        search={search}
        whole={api.admin.exportUsers}
        alsoFinds="Also a name, an invoice number, or the id of a payment, job or image"
      />
      <ListTable
        list={users}
        label="People"
        keyOf={({ id }) => id}
        empty={
          search.wanted === ''
            ? `Nobody has registered ${times.from === undefined ? 'yet' : 'in this time'}.`
            : 'Nobody has such an address or id.'
        }
        columns={[
          { title: 'Who', render: (user) => <Roles user={user} /> },
          {
            title: 'Since',
            kind: 'time',
            render: ({ created_at: at }) => formatDay(at),
          },
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
            render: (user) => <PersonActions user={user} size="compact-sm" />,
          },
        ]}
      />
    </AdminFrame>
  )
}
