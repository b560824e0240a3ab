import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { PersonRisk as Risk } from '#contract/admin-clusters.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { useRisk } from '../api/use-risk.ts'
import classes from './person.module.css'
import { linkText } from './risk-words.ts'

function countsText({ payments, refunds, risky, disputes }: Risk): string {
  const { open, won, lost } = disputes
  return [
    payments === 1 ? '1 payment' : `${formatNumber(payments)} payments`,
    `${formatNumber(refunds)} refunded wholly or in part`,
    `disputes: ${formatNumber(open)} open, ${formatNumber(won)} won, ${formatNumber(lost)} lost`,
    `${formatNumber(risky)} rated above normal risk`,
  ].join('; ')
}

/** How a person's payments went, and the accounts that share something with them: for people to judge, nothing follows by itself. */
export function PersonRisk({ id }: { id: string }) {
  const { data, isError } = useRisk(id)
  if (isError) return <Text c="dimmed">The risk could not be loaded.</Text>
  if (!data) return <Text c="dimmed">Loading…</Text>
  return (
    <>
      <Text>{countsText(data)}.</Text>
      <DataTable
        label="Linked accounts"
        rows={data.linked}
        keyOf={(account) => account.id}
        empty="No other account shares a browser, a network address or a card."
        columns={[
          {
            title: 'Account',
            render: ({ id: other, email }) => (
              <Anchor component={Link} to={paths.adminPerson.link(other)}>
                {email}
              </Anchor>
            ),
          },
          {
            title: 'Why',
            render: ({ links }) => links.map((link) => linkText(link)).join('; '),
          },
          {
            title: 'State',
            render: ({ banned, limited }) => (banned ? 'Banned' : limited ? 'Limited' : ''),
          },
          { title: 'Since', render: ({ created_at: at }) => formatTime(at) },
        ]}
      />
      {data.crowds.length > 0 && (
        <ul className={classes.lines} aria-label="Shared by many">
          {data.crowds.map((link) => (
            <li key={`${link.kind} ${link.last_seen_at}`}>
              {linkText(link)}: too many to say anything
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
