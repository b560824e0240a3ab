import { Text, Title } from '@mantine/core'
import type { SettingChange } from '#contract/admin-settings.ts'
import { api } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { ListTable, TableState } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import {
  useCancelPlanned,
  useSettingChanges,
  useSettings,
  useUndoChange,
} from '../api/use-installation.ts'
import { AdminFrame } from '../components/admin-frame.tsx'
import { PriceForm } from './price-form.tsx'
import { type PriceField, priceGroups } from './price-fields.ts'
import { pricesOf } from './price-history.ts'
import { useAdminQuery } from '../api/use-admin.ts'

const STATES: Record<SettingChange['state'], StateLook> = {
  planned: { label: 'Planned', color: 'blue' },
  applied: { label: 'Done', color: 'gray' },
  canceled: { label: 'Canceled', color: 'gray' },
}

function Action({ change, isNewest }: { change: SettingChange; isNewest: boolean }) {
  const cancel = useCancelPlanned()
  const undo = useUndoChange()
  if (change.state === 'planned') {
    return (
      <SmallButton loading={cancel.isPending} onClick={() => cancel.mutate(change.id)}>
        Cancel
      </SmallButton>
    )
  }
  if (change.state !== 'applied' || !isNewest) return null
  return (
    <SmallButton loading={undo.isPending} onClick={() => undo.mutate(change.id)}>
      Undo
    </SmallButton>
  )
}

function History({ fields }: { fields: readonly PriceField[] }) {
  const list = useSettingChanges()
  const newest = list.data?.pages
    .flatMap(({ results }) => results)
    .find(({ state }) => state === 'applied')
  return (
    <section aria-labelledby="changes">
      <Title order={2} fz="lg" id="changes" mt="lg" mb="md">
        Changes
      </Title>
      <ListTable
        list={list}
        label="Changes"
        keyOf={({ id }) => id}
        empty="Nothing was changed yet."
        columns={[
          { title: 'From', render: ({ starts_at: at }) => formatTime(at) },
          { title: 'State', render: ({ state }) => <StateBadge look={STATES[state]} /> },
          {
            title: 'What',
            render: (change) => (
              <div>
                {pricesOf(change, fields).map((text) => (
                  <div key={text}>{text}</div>
                ))}
              </div>
            ),
          },
          {
            title: 'Action',
            render: (change) => <Action change={change} isNewest={change.id === newest?.id} />,
          },
        ]}
      />
    </section>
  )
}

/** Prices of everything, set at once or from a time on, with their history and one step back. */
export function PricesPage() {
  const settings = useSettings()
  const offers = useAdminQuery(queryKeys.plans, api.plans.list, {})
  const known = new Map(settings.data?.results.map((setting) => [setting.name, setting]))
  const numberOf = (name: string, usual: number) => Number(known.get(name)?.value ?? usual)
  const groups =
    offers.data && settings.data
      ? priceGroups(offers.data, {
          freeCredits: numberOf('FREE_CREDITS', 40),
          loginBonus: numberOf('LOGIN_BONUS', 30),
        })
      : null
  return (
    <AdminFrame title="Prices">
      <Text>
        New prices hold for what is ordered and bought from then on. Quotes, open payment pages and
        plans that run keep theirs.
      </Text>
      {groups ? (
        <PriceForm groups={groups} settings={known} />
      ) : (
        <TableState
          isError={offers.isError || settings.isError}
          onRetry={() => {
            void offers.refetch()
            void settings.refetch()
          }}
        />
      )}
      <History fields={groups?.flatMap((group) => group.fields) ?? []} />
    </AdminFrame>
  )
}
