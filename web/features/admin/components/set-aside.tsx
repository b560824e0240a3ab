import type { SetAsideItem } from '#contract/admin.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { Noted } from '#web/ui/cells.tsx'
import { DataTable, TableState } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useSetAside, useTryAgain } from '../api/use-overview.ts'

const keyOf = ({ kind, item }: Pick<SetAsideItem, 'kind' | 'item'>) => `${kind} ${item}`

/** What background tasks failed at five times in a row. */
export function SetAside() {
  const list = useSetAside()
  const again = useTryAgain()
  if (!list.data) return <TableState isError={list.isError} onRetry={() => void list.refetch()} />
  return (
    <DataTable
      label="Failing tasks"
      rows={list.data.results}
      keyOf={(row: SetAsideItem) => keyOf(row)}
      empty="No background task fails again and again."
      columns={[
        { title: 'Since', render: ({ since }) => formatTime(since) },
        { title: 'What', render: ({ kind, item }) => <Noted note={item}>{kind}</Noted> },
        { title: 'Error', render: ({ error }) => error },
        {
          title: 'Failures',
          render: ({ failures }) => formatNumber(failures),
          kind: 'number',
        },
        {
          title: 'Action',
          render: ({ kind, item }) => (
            <SmallButton
              aria-label={`Try ${kind} ${item} again`}
              loading={again.isPending && keyOf(again.variables) === keyOf({ kind, item })}
              onClick={() => again.mutate({ kind, item })}
            >
              Try again
            </SmallButton>
          ),
        },
      ]}
    />
  )
}
