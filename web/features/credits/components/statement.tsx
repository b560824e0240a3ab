import { Badge, Text, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { CreditEntry, EntryKind } from '#contract/credits.ts'
import { formatNumber, formatUtcTime } from '#web/lib/format.ts'
import { ListTable } from '#web/ui/data-table.tsx'
import { WrongLink } from '#web/ui/wrong-link.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { isFiltered, type StatementFilter } from '../lib/statement-filter.ts'
import { groupLines, type StatementRow, sumOfJob } from '../lib/group-lines.ts'
import { useStatement } from '../lib/use-statement.ts'
import classes from './credits.module.css'
import { StatementFilters } from './statement-filters.tsx'
import { type CreditsTexts, useTexts } from '../texts.ts'

const signed = (amount: number): string =>
  amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount)

/** Whether a line moves no credits: a notice, such as when free ones come. */
const isNotice = ({ amount, captured }: CreditEntry): boolean => amount === 0 && captured === 0

function changeOf(line: CreditEntry, t: CreditsTexts): string {
  if (line.kind === 'capture') return t('statement.used', { credits: line.captured })
  return isNotice(line) ? '' : signed(line.amount)
}

function Change({ row }: { row: StatementRow }) {
  const t = useTexts()
  const { lines, newest } = row
  const amount = lines.length > 1 ? sumOfJob(row).amount : newest.amount
  return (
    <span className={classes.change} data-positive={amount > 0 || undefined}>
      {lines.length > 1 ? signed(amount) : changeOf(newest, t)}
    </span>
  )
}

function Kind({ kind }: { kind: EntryKind }) {
  const t = useTexts()
  return (
    <Badge variant="default" className={classes.kind}>
      {t(`kind.${kind}`)}
    </Badge>
  )
}

/** The lines of one job, in one row that opens. */
function JobLines({ row }: { row: StatementRow }) {
  const t = useTexts()
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
            <span>{formatUtcTime(line.created_at)}</span>
            <span>{t('statement.line', { kind: t(`kind.${line.kind}`), text: line.text })}</span>
            <span>{changeOf(line, t)}</span>
          </li>
        ))}
        {row.newest.job !== null && (
          <li>
            <WrongLink job={row.newest.job} />
          </li>
        )}
      </ul>
    </details>
  )
}

function What({ row }: { row: StatementRow }) {
  if (row.lines.length > 1) return <JobLines row={row} />
  return (
    <>
      {!isNotice(row.newest) && <Kind kind={row.newest.kind} />}
      {row.newest.text}
    </>
  )
}

function NoLines({ filtered }: { filtered: boolean }) {
  const t = useTexts()
  return (
    <EmptyState
      picture="crown-3d-style"
      text={filtered ? t('statement.noMatch') : t('statement.empty')}
    />
  )
}

/**
 * Every change of the credits, newest first.
 * @param searchable with filters and a download
 */
export function Statement({ searchable = false }: { searchable?: boolean }) {
  const t = useTexts()
  const [filter, setFilter] = useState<StatementFilter>({})
  const statement = useStatement(filter)
  const pages = statement.data && [
    { results: groupLines(statement.data.pages.flatMap(({ results }) => results)) },
  ]
  return (
    <section aria-labelledby="statement">
      <Title order={2} fz="lg" id="statement">
        {t('statement.statement')}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {t('statement.explanation')}
      </Text>
      {searchable && <StatementFilters filter={filter} onChange={setFilter} />}
      <ListTable
        list={{ ...statement, data: pages && { pages } }}
        label={t('statement.statement')}
        keyOf={({ lines }) => lines.at(-1)?.id ?? ''}
        cards="short"
        empty={<NoLines filtered={isFiltered(filter)} />}
        error={t('statement.loadFailed')}
        loading={t('statement.loading')}
        more={t('statement.more')}
        columns={[
          {
            title: t('statement.when'),
            kind: 'time',
            render: ({ newest }) => formatUtcTime(newest.created_at),
          },
          { title: t('statement.what'), kind: 'lead', render: (row) => <What row={row} /> },
          { title: t('statement.change'), kind: 'number', render: (row) => <Change row={row} /> },
          {
            title: t('statement.balance'),
            kind: 'note',
            render: ({ newest }) => formatNumber(newest.balance_after),
          },
        ]}
      />
    </section>
  )
}
