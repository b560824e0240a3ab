import { Title } from '@mantine/core'
import { useState } from 'react'
import type { AdminEngine, EngineOrder } from '#contract/admin-engines.ts'
import { Noted } from '#web/ui/cells.tsx'
import { DataTable, TableState } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useEngineOrders } from '../api/use-engines.ts'
import { EngineOrderDialog } from './engine-order-dialog.tsx'

const LABEL = 'Who does what'

/** `tool:remove_background` as people say it: "Remove background"; so `words:describe_image`. */
function nameOf({ work, name }: EngineOrder): string {
  if (!/^(?:tool|words):/.test(work)) return name
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function wayOf({ mode, order, work }: EngineOrder, titleOf: (id: string) => string): string {
  if (mode === 'auto') return 'Whoever has it done soonest'
  if (mode === 'listed') return order.map(titleOf).join(', then ')
  return work.startsWith('model:') ? 'Whoever has it done soonest' : 'The first of the list above'
}

/** Work that several engines can do, and who gets it. */
export function EngineOrders({ engines }: { engines: readonly AdminEngine[] }) {
  const orders = useEngineOrders()
  const [changed, setChanged] = useState<string | null>(null)
  const titles = new Map(
    engines.map(({ id, name, source }) => [id, source === 'builtin' ? 'Built-in engine' : name]),
  )
  const titleOf = (id: string): string => titles.get(id) ?? id
  const target = orders.data?.results.find(({ work }) => work === changed)
  return (
    <section>
      <Title order={2} fz="lg" mb="sm">
        {LABEL}
      </Title>
      {orders.data ? (
        <DataTable
          label={LABEL}
          rows={orders.data.results}
          keyOf={({ work }) => work}
          empty="No two engines can do the same."
          columns={[
            {
              title: 'Work',
              render: (order) => (
                <div>
                  <Noted note={order.engines.map(titleOf).join(', ')}>
                    <b>{nameOf(order)}</b>
                  </Noted>
                </div>
              ),
            },
            { title: 'Goes to', render: (order) => wayOf(order, titleOf) },
            {
              title: 'Action',
              render: (order) => (
                <SmallButton
                  onClick={() => setChanged(order.work)}
                  aria-label={`Change who does: ${nameOf(order)}`}
                >
                  Change
                </SmallButton>
              ),
            },
          ]}
        />
      ) : (
        <TableState isError={orders.isError} onRetry={() => void orders.refetch()} />
      )}
      {target && (
        <EngineOrderDialog
          order={target}
          title={nameOf(target)}
          titleOf={titleOf}
          onClose={() => setChanged(null)}
        />
      )}
    </section>
  )
}
