import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { formatCents, formatDay, formatNumber } from '#web/lib/format.ts'
import { useUsers } from '../api/use-admin.ts'
import classes from './admin.module.css'
import { AdjustDialog, type AdjustTarget } from './adjust-dialog.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { CsvLink } from './csv-link.tsx'
import { UserSearch, useUserSearch } from './user-search.tsx'
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

/** Everybody who has an account, and what they have. */
export function PeoplePage() {
  const { text, wanted, setText } = useUserSearch()
  const [target, setTarget] = useState<AdjustTarget | null>(null)
  const users = useUsers(wanted)
  return (
    <AdminFrame title="People">
      <div className={classes.tools}>
        <UserSearch text={text} setText={setText} />
        <CsvLink endpoint={api.admin.exportUsers} query={{ search: wanted }} />
      </div>
      <ListTable
        list={users}
        label="People"
        keyOf={({ id }) => id}
        empty={wanted === '' ? 'Nobody has registered yet.' : 'Nobody has such an address or id.'}
        columns={[
          { title: 'Who', render: (user) => <Roles user={user} /> },
          { title: 'Since', render: ({ created_at: at }) => formatDay(at) },
          {
            title: 'Plan',
            render: ({ plan }) =>
              plan.period === null ? plan.name : `${plan.name}, ${plan.period}`,
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
          { title: 'Pictures', kind: 'number', render: ({ pictures }) => formatNumber(pictures) },
          {
            title: 'Act',
            render: ({ id, email }) => (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => setTarget({ user: id, email })}
                aria-label={`Adjust the credits of ${email}`}
              >
                Adjust
              </Button>
            ),
          },
        ]}
      />
      {target && <AdjustDialog target={target} onClose={() => setTarget(null)} />}
    </AdminFrame>
  )
}
