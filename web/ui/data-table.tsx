import { Box, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import { useTexts } from './texts.ts'
import { ErrorState } from './states.tsx'

export interface Column<T> {
  title: string
  render(row: T): ReactNode
  /**
   * Numbers and links stand on the right, times are dim. In short cards the `lead` comes first, over the whole width,
   * and a `note` (a number of less weight) last, with its title.
   */
  kind?: 'number' | 'link' | 'time' | 'lead' | 'note'
  /** Whether the title is for screen readers only. */
  isTitleHidden?: boolean
}

/** A table; on phones each row is a card, unless told otherwise. */
export function DataTable<T>({
  label,
  columns,
  rows,
  keyOf,
  empty,
  cards = 'named',
}: {
  label: string
  columns: Column<T>[]
  rows: readonly T[]
  keyOf(row: T): string
  /** Instead of a table without rows. */
  empty: ReactNode
  /**
   * On phones: each value beside its title, or a few values that speak for themselves. `none`: it stays a table that scrolls in a
   * box of its own, for many numbers that are compared with one another.
   */
  cards?: 'named' | 'short' | 'none'
}) {
  if (rows.length === 0) return typeof empty === 'string' ? <Text c="dimmed">{empty}</Text> : empty
  const table = (
    <table className={`${classes.table} tabular`} aria-label={label} data-cards={cards}>
      <thead>
        <tr>
          {columns.map(({ title, kind, isTitleHidden = false }) => (
            <th key={title} scope="col" data-kind={kind}>
              {isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, render, kind }) => (
              <td key={title} data-title={title} data-kind={kind}>
                {render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (cards !== 'none') return table
  return (
    // Without a stop of its own, people with a keyboard could not scroll it.
    <Box className={classes.box} role="region" aria-label={label} tabIndex={0}>
      {table}
    </Box>
  )
}

/** What stands in the place of rows that are being read, or could not be. */
export function TableState({
  isError,
  onRetry,
  error,
  loading,
}: {
  isError: boolean
  onRetry(): void
  error?: string
  loading?: string
}) {
  const t = useTexts()
  if (isError) return <ErrorState what={error ?? t('dataTable.failed')} onRetry={onRetry} />
  return (
    <Stack gap="xs" role="status" aria-label={loading ?? t('dataTable.loading')}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={36} />
      ))}
    </Stack>
  )
}

interface GrowingList<T> {
  data: { pages: { results: T[] }[] } | undefined
  isError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch(): unknown
  fetchNextPage(): unknown
}

type TableParts<T> = Omit<Parameters<typeof DataTable<T>>[0], 'rows'>
type StateParts = Pick<Parameters<typeof TableState>[0], 'error' | 'loading'>

/** A list that is read page by page. */
export function ListTable<T>({
  list,
  more,
  error,
  loading,
  ...table
}: { list: GrowingList<T>; more?: string } & TableParts<T> & StateParts) {
  const t = useTexts()
  const rows = list.data?.pages.flatMap(({ results }) => results)
  if (!rows) {
    const words = {
      ...(error !== undefined && { error }),
      ...(loading !== undefined && { loading }),
    }
    return <TableState isError={list.isError} onRetry={() => void list.refetch()} {...words} />
  }
  return (
    <div>
      <DataTable {...table} rows={rows} />
      {list.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {more ?? t('dataTable.more')}
        </Button>
      )}
    </div>
  )
}
