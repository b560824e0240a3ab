import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Adjustment } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { formatTime } from '#web/lib/format.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Decision, Reason, whatOf } from './adjustment-cells.tsx'

/** Changes of a person's credits or plan that wait for a second administrator, who can decide here. */
export function WaitingAdjustments({ waiting }: { waiting: readonly Adjustment[] }) {
  return (
    <>
      <DataTable
        label="Waiting adjustments"
        rows={waiting}
        keyOf={({ id }) => id}
        empty="Nothing waits."
        columns={[
          { title: 'When', kind: 'time', render: ({ created_at: at }) => formatTime(at) },
          { title: 'What', kind: 'number', render: whatOf },
          { title: 'Why', render: (adjustment) => <Reason adjustment={adjustment} /> },
          { title: 'Asked by', render: ({ requested_by: by }) => by },
          { title: 'Decide', render: (adjustment) => <Decision adjustment={adjustment} /> },
        ]}
      />
      <Text size="sm">
        <Anchor component={Link} to={paths.adminAdjustments.link()} inherit>
          All adjustments
        </Anchor>
      </Text>
    </>
  )
}
