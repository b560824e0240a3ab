import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './admin.module.css'

export interface Column<T> {
  title: string
  render(row: T): ReactNode
  /** Numbers stand on the right. */
  isNumber?: boolean
}

/** A dense table; on phones each row is a card that names its values. */
export function DataTable<T>({
  label,
  columns,
  rows,
  keyOf,
  empty,
}: {
  label: string
  columns: Column<T>[]
  rows: readonly T[]
  keyOf(row: T): string
  /** Said instead of a table without rows. */
  empty: string
}) {
  if (rows.length === 0) return <Text c="dimmed">{empty}</Text>
  return (
    <table className={`${classes.table} tabular`} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" data-number={isNumber || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, render, isNumber }) => (
              <td key={title} data-title={title} data-number={isNumber || undefined}>
                {render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What stands in the place of rows that are being read, or could not be. */
export function TableState({ isError, onRetry }: { isError: boolean; onRetry(): void }) {
  if (isError) return <ErrorState what="This could not be loaded." onRetry={onRetry} />
  return (
    <Stack gap="xs" role="status" aria-label="Loading">
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

/** A list that is read page by page. */
export function ListTable<T>({
  list,
  ...table
}: { list: GrowingList<T> } & Omit<Parameters<typeof DataTable<T>>[0], 'rows'>) {
  const rows = list.data?.pages.flatMap(({ results }) => results)
  if (!rows) return <TableState isError={list.isError} onRetry={() => void list.refetch()} />
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
          Show more
        </Button>
      )}
    </div>
  )
}
