import { Badge, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { CreditEntry } from '#contract/credits.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { isFiltered, type StatementFilter } from '../lib/statement-filter.ts'
import { useStatement } from '../lib/use-statement.ts'
import { entryLabels } from '../texts.ts'
import classes from './credits.module.css'
import { StatementFilters } from './statement-filters.tsx'

const signed = (amount: number): string =>
  amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount)

function Row({ entry }: { entry: CreditEntry }) {
  return (
    <tr>
      <td className={classes.when}>{formatTime(entry.created_at)}</td>
      <td className={classes.what}>
        <Badge variant="default" className={classes.kind}>
          {entryLabels[entry.kind]}
        </Badge>
        {entry.text}
      </td>
      <td
        className={`${classes.number} ${classes.change}`}
        data-positive={entry.amount > 0 || undefined}
      >
        {entry.kind === 'capture' ? `${formatNumber(entry.captured)} used` : signed(entry.amount)}
      </td>
      <td className={`${classes.number} ${classes.after}`}>{formatNumber(entry.balance_after)}</td>
    </tr>
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
 * Every change of the credits, newest first. A table, and a list of cards on phones.
 * @param searchable with filters and a download
 */
export function Statement({ searchable = false }: { searchable?: boolean }) {
  const [filter, setFilter] = useState<StatementFilter>({})
  const statement = useStatement(filter)
  const entries = statement.data?.pages.flatMap(({ results }) => results)
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
      {statement.isError && !entries && (
        <ErrorState
          what="The statement could not be loaded."
          onRetry={() => void statement.refetch()}
        />
      )}
      {!entries && !statement.isError && (
        <Stack gap="xs" aria-label="Loading the statement" role="status">
          {Array.from({ length: 5 }, (_, index) => (
            <Skeleton key={index} height={40} />
          ))}
        </Stack>
      )}
      {entries?.length === 0 && <NoLines filtered={isFiltered(filter)} />}
      {entries && entries.length > 0 && (
        <table className={`${classes.table} tabular`}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col" className={classes.number}>
                Change
              </th>
              <th scope="col" className={classes.number}>
                Balance
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      {statement.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={statement.isFetchingNextPage}
          onClick={() => void statement.fetchNextPage()}
        >
          Show older lines
        </Button>
      )}
    </section>
  )
}
