import { Badge, Text, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { CreditEntry, EntryKind } from '#contract/credits.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { ListTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { isFiltered, type StatementFilter } from '../lib/statement-filter.ts'
import { groupLines, type StatementRow, sumOfJob } from '../lib/group-lines.ts'
import { useStatement } from '../lib/use-statement.ts'
import { entryLabels } from '../texts.ts'
import classes from './credits.module.css'
import { StatementFilters } from './statement-filters.tsx'

const signed = (amount: number): string =>
  amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount)

const changeOf = ({ kind, amount, captured }: CreditEntry): string =>
  kind === 'capture' ? `${formatNumber(captured)} used` : signed(amount)

function Change({ row }: { row: StatementRow }) {
  const { lines, newest } = row
  const amount = lines.length > 1 ? sumOfJob(row).amount : newest.amount
  return (
    <span className={classes.change} data-positive={amount > 0 || undefined}>
      {lines.length > 1 ? signed(amount) : changeOf(newest)}
    </span>
  )
}

function Kind({ kind }: { kind: EntryKind }) {
  return (
    <Badge variant="default" className={classes.kind}>
      {entryLabels[kind]}
    </Badge>
  )
}

/** The lines of one job, in one row that opens. */
function JobLines({ row }: { row: StatementRow }) {
  const { kind, text } = sumOfJob(row)
  return (
    <details className={classes.job}>
      <summary>
        <Kind kind={kind} />
        {text}
        <IconChevronDown size={16} aria-hidden="true" className={classes.chevron} />
      </summary>
      <ul>
        {row.lines.map((line) => (
          <li key={line.id}>
            <span>{formatTime(line.created_at)}</span>
            <span>
              {entryLabels[line.kind]}: {line.text}
            </span>
            <span>{changeOf(line)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function What({ row }: { row: StatementRow }) {
  if (row.lines.length > 1) return <JobLines row={row} />
  return (
    <>
      <Kind kind={row.newest.kind} />
      {row.newest.text}
    </>
  )
}

function NoLines({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      text={
        filtered
          ? 'Nothing matches this filter.'
          : 'Nothing here yet. Verify your email to get this month’s free credits.'
      }
    />
  )
}

/**
 * Every change of the credits, newest first.
 * @param searchable with filters and a download
 */
export function Statement({ searchable = false }: { searchable?: boolean }) {
  const [filter, setFilter] = useState<StatementFilter>({})
  const statement = useStatement(filter)
  const pages = statement.data && [
    { results: groupLines(statement.data.pages.flatMap(({ results }) => results)) },
  ]
  return (
    <section aria-labelledby="statement">
      <Title order={2} fz="lg" id="statement">
        Statement
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        Credits are reserved when a generation starts, used when an image is delivered, and returned
        if it is not.
      </Text>
      {searchable && <StatementFilters filter={filter} onChange={setFilter} />}
      <ListTable
        list={{ ...statement, data: pages && { pages } }}
        label="Statement"
        keyOf={({ lines }) => lines.at(-1)?.id ?? ''}
        cards="short"
        empty={<NoLines filtered={isFiltered(filter)} />}
        error="The statement could not be loaded."
        loading="Loading the statement"
        more="Show older lines"
        columns={[
          { title: 'When', kind: 'time', render: ({ newest }) => formatTime(newest.created_at) },
          { title: 'What', kind: 'lead', render: (row) => <What row={row} /> },
          { title: 'Change', kind: 'number', render: (row) => <Change row={row} /> },
          {
            title: 'Balance',
            kind: 'note',
            render: ({ newest }) => formatNumber(newest.balance_after),
          },
        ]}
      />
    </section>
  )
}
