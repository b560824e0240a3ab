import { Badge, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { CreditEntry } from '#contract/credits.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { ListTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { isFiltered, type StatementFilter } from '../lib/statement-filter.ts'
import { useStatement } from '../lib/use-statement.ts'
import { entryLabels } from '../texts.ts'
import classes from './credits.module.css'
import { StatementFilters } from './statement-filters.tsx'

const signed = (amount: number): string =>
  amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount)

function Change({ entry: { kind, amount, captured } }: { entry: CreditEntry }) {
  return (
    <span className={classes.change} data-positive={amount > 0 || undefined}>
      {kind === 'capture' ? `${formatNumber(captured)} used` : signed(amount)}
    </span>
  )
}

function What({ entry: { kind, text } }: { entry: CreditEntry }) {
  return (
    <>
      <Badge variant="default" className={classes.kind}>
        {entryLabels[kind]}
      </Badge>
      {text}
    </>
  )
}

function NoLines({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      text={
        filtered
          ? 'No lines of this kind on these days.'
          : 'Nothing yet. The free credits of the month come when your address is confirmed.'
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
  return (
    <section aria-labelledby="statement">
      <Title order={2} fz="lg" id="statement">
        Statement
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        Credits are reserved when a picture starts, used when it is delivered, and given back when
        it is not.
      </Text>
      {searchable && <StatementFilters filter={filter} onChange={setFilter} />}
      <ListTable
        list={statement}
        label="Statement"
        keyOf={({ id }) => id}
        cards="short"
        empty={<NoLines filtered={isFiltered(filter)} />}
        error="The statement could not be loaded."
        loading="Loading the statement"
        more="Show older lines"
        columns={[
          { title: 'When', kind: 'time', render: ({ created_at: at }) => formatTime(at) },
          { title: 'What', kind: 'lead', render: (entry) => <What entry={entry} /> },
          { title: 'Change', kind: 'number', render: (entry) => <Change entry={entry} /> },
          {
            title: 'Balance',
            kind: 'note',
            render: ({ balance_after: after }) => formatNumber(after),
          },
        ]}
      />
    </section>
  )
}
