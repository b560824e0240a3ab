import { Anchor, Badge, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Cluster, Crowd } from '#contract/admin-clusters.ts'
import { CROWD } from '#contract/values/admin-clusters.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { DataTable, TableState } from '#web/ui/data-table.tsx'
import { useClusters } from '../api/use-risk.ts'
import { AdminFrame } from './admin-frame.tsx'
import { ClusterDecision, DECISIONS } from './cluster-decision.tsx'
import classes from './clusters.module.css'
import lines from './person.module.css'
import { LINK_NAMES, linkText } from './risk-words.ts'

const stateOf = ({ banned, limited }: Cluster['accounts'][number]) =>
  banned ? ' (banned)' : limited ? ' (limited)' : ''

function Accounts({ accounts }: Pick<Cluster, 'accounts'>) {
  return (
    <ul className={lines.lines}>
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
    <ul className={lines.lines}>
      {[...new Set(links.map((link) => linkText(link)))].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** Traits that very many accounts share, where nobody is joined by them. */
function Crowds({ crowds }: { crowds: readonly Crowd[] }) {
  if (crowds.length === 0) return null
  return (
    <section aria-labelledby="crowds">
      <Title order={2} fz="lg" id="crowds">
        Shared by very many
      </Title>
      <Text c="dimmed" maw="72ch" mb="md">
        More than {CROWD} accounts: a school or a mobile network, or one person with very many
        accounts. Many that were opened, or paid for the first time, on one day are a sign of the
        latter.
      </Text>
      <DataTable
        label="Shared by very many"
        rows={crowds}
        keyOf={({ kind, accounts, last_seen_at: at }) => `${kind} ${accounts} ${at}`}
        empty=""
        columns={[
          { title: 'What', render: (crowd) => linkText(crowd) },
          {
            title: 'Opened in 24 hours',
            kind: 'number',
            render: ({ opened_lately: count }) => formatNumber(count),
          },
          {
            title: 'First payments in 24 hours',
            kind: 'number',
            render: ({ bought_lately: count }) => formatNumber(count),
          },
          { title: 'The newest', render: ({ newest }) => <Accounts accounts={newest} /> },
        ]}
      />
    </section>
  )
}

/** Stays the same while accounts join a cluster, so that an open dialog stays. */
const smallestId = ({ accounts }: Cluster) => accounts.map(({ id }) => id).toSorted()[0]!

const COMMAS = new Intl.ListFormat('en', { type: 'unit' })

/** Kinds of traits of a cluster, each once: `Same browser, card`. */
const reasonOf = ({ links }: Cluster): string =>
  `Same ${COMMAS.format(new Set(links.map(({ kind }) => LINK_NAMES[kind])))}`

/** Accounts of a cluster in one line, what joins them, and what was decided last, also where others have joined since. */
function ClusterSummary({ cluster }: { cluster: Cluster }) {
  const { accounts, last_seen_at: at, decisions, bought_lately: bought } = cluster
  const decision = decisions.find(({ is_whole: isWhole }) => isWhole) ?? decisions[0]
  return (
    <>
      <span className={classes.reason}>
        {reasonOf(cluster)}, {formatNumber(accounts.length)} accounts
      </span>
      {decision && (
        <Badge variant="light" color={decision.kind === 'limited' ? 'red' : 'gray'}>
          {DECISIONS[decision.kind]}
          {!decision.is_whole && ', others joined since'}
        </Badge>
      )}
      {bought > 0 && <span>First payments in 24 hours: {formatNumber(bought)}</span>}
      <span className={classes.seen}>
        {accounts[0]!.email}, last seen {formatTime(at)}
      </span>
    </>
  )
}

/**
 * Clusters with what was decided about them; those that are decided come last. Each is one line until it is pressed. What is
 * folded is there all the same: the browser's search for an address opens it.
 */
function Clusters({ clusters }: { clusters: readonly Cluster[] }) {
  if (clusters.length === 0) return <Text c="dimmed">No accounts share anything.</Text>
  return (
    <ul className={classes.clusters} aria-label="Linked accounts">
      {clusters.map((cluster) => (
        <li key={smallestId(cluster)}>
          <details className={classes.cluster}>
            <summary>
              <ClusterSummary cluster={cluster} />
            </summary>
            <div className={classes.inside}>
              <div>
                <Title order={3} fz="sm">
                  Accounts
                </Title>
                <Accounts accounts={cluster.accounts} />
              </div>
              <div>
                <Title order={3} fz="sm">
                  Why
                </Title>
                <Reasons links={cluster.links} />
              </div>
              <div>
                <Title order={3} fz="sm">
                  Decision
                </Title>
                <ClusterDecision cluster={cluster} />
              </div>
            </div>
          </details>
        </li>
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
        and offices look like this as well: nothing is done by itself. Limit all of them or mark
        them as fine here; ban a single account on its page.
      </Text>
      {clusters.data && <Crowds crowds={clusters.data.crowds} />}
      {clusters.data ? (
        <section aria-labelledby="clusters">
          <Title order={2} fz="lg" id="clusters" mb="md">
            Joined by what they share
          </Title>
          <Clusters clusters={clusters.data.results} />
        </section>
      ) : (
        <TableState isError={clusters.isError} onRetry={() => void clusters.refetch()} />
      )}
    </AdminFrame>
  )
}
