import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Adjustment } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { api } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import { useAdjustments } from '../api/use-admin.ts'
import classes from './admin.module.css'
import { Decision, Reason, whatOf } from './adjustment-cells.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { CsvLink } from './csv-link.tsx'
import { StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'

const STATES: Record<Adjustment['state'], StateLook> = {
  waiting: { label: 'Waits for a second person', color: 'yellow' },
  done: { label: 'Done', color: 'green' },
  refused: { label: 'Refused', color: 'gray' },
}

/** The credits and plans that administrators gave or took, and what waits for a second one. */
export function AdjustmentsPage() {
  const adjustments = useAdjustments()
  return (
    <AdminFrame title="Adjustments">
      <div className={classes.tools}>
        <CsvLink endpoint={api.admin.exportAdjustments} />
      </div>
      <ListTable
        list={adjustments}
        label="Adjustments"
        keyOf={({ id }) => id}
        empty="Nobody was given or taken anything."
        columns={[
          { title: 'When', kind: 'time', render: ({ created_at: at }) => formatTime(at) },
          {
            title: 'Whose',
            render: ({ user, email }) => (
              <Anchor component={Link} to={paths.adminPerson.link(user)}>
                {email === '' ? 'A deleted account' : email}
              </Anchor>
            ),
          },
          {
            title: 'What',
            kind: 'number',
            render: whatOf,
          },
          {
            title: 'Why',
            render: (adjustment) => <Reason adjustment={adjustment} />,
          },
          { title: 'Asked by', render: ({ requested_by: by }) => by },
          {
            title: 'State',
            render: ({ state }) => <StateBadge look={STATES[state]} />,
          },
          { title: 'Decided', render: (adjustment) => <Decision adjustment={adjustment} /> },
        ]}
      />
    </AdminFrame>
  )
}
