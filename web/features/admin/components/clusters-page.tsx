import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Cluster } from '#contract/admin-clusters.ts'
import { paths } from '#contract/paths.ts'
import { formatTime } from '#web/lib/format.ts'
import { DataTable, TableState } from '#web/ui/data-table.tsx'
import { useClusters } from '../api/use-risk.ts'
import { AdminFrame } from './admin-frame.tsx'
import classes from './person.module.css'
import { linkText } from './risk-words.ts'

const stateOf = ({ banned, limited }: Cluster['accounts'][number]) =>
  banned ? ' (banned)' : limited ? ' (limited)' : ''

function Accounts({ accounts }: Pick<Cluster, 'accounts'>) {
  return (
    <ul className={classes.lines}>
      {accounts.map((account) => (
        <li key={account.id}>
          <Anchor component={Link} to={paths.adminPerson.link(account.id)}>
            {account.email}
          </Anchor>
          {stateOf(account)}
        </li>
      ))}
    </ul>
  )
}

function Reasons({ links }: Pick<Cluster, 'links'>) {
  return (
    <ul className={classes.lines}>
      {[...new Set(links.map((link) => linkText(link)))].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** Accounts that belong together by what they share. People decide what follows. */
export function ClustersPage() {
  const clusters = useClusters()
  return (
    <AdminFrame title="Linked accounts">
      <Text c="dimmed" maw="72ch">
        Accounts that share a browser, a network address or a card, from the last 90 days. Families
        and offices look like this as well: nothing is done by itself. Limit or ban an account on
        its page.
      </Text>
      {clusters.data ? (
        <DataTable
          label="Linked accounts"
          rows={clusters.data.results}
          keyOf={({ accounts }) => accounts.map(({ id }) => id).join(' ')}
          empty="No accounts share anything."
          columns={[
            { title: 'Accounts', render: ({ accounts }) => <Accounts accounts={accounts} /> },
            { title: 'Why', render: ({ links }) => <Reasons links={links} /> },
            { title: 'Last seen', render: ({ last_seen_at: at }) => formatTime(at) },
          ]}
        />
      ) : (
        <TableState isError={clusters.isError} onRetry={() => void clusters.refetch()} />
      )}
    </AdminFrame>
  )
}
