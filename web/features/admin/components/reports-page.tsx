import { Button } from '@mantine/core'
import { useState } from 'react'
import { TableState } from '#web/ui/data-table.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useReports } from '../api/use-reports.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AppealList } from './appeal-list.tsx'
import { ReportQueue } from './report-queue.tsx'

type View = 'open' | 'appeals' | 'decided'

const VIEWS: { value: View; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'appeals', label: 'Objections' },
  { value: 'decided', label: 'Decided' },
]

/** What people reported, what they object to, and what was decided. */
export function ReportsPage() {
  const [view, setView] = useState<View>('open')
  return (
    <AdminFrame title="Reports">
      <Segments
        aria-label="Which reports"
        value={view}
        onChange={(value) => setView(value)}
        data={VIEWS}
        style={{ justifySelf: 'start' }}
      />
      {view === 'appeals' ? <AppealList /> : <Reports key={view} state={view} />}
    </AdminFrame>
  )
}

function Reports({ state }: { state: 'open' | 'decided' }) {
  const reports = useReports(state)
  const shown = reports.data?.pages.flatMap(({ results }) => results)
  if (!shown) return <TableState isError={reports.isError} onRetry={() => void reports.refetch()} />
  if (shown.length === 0)
    return (
      <EmptyState
        picture={null}
        text={state === 'open' ? 'No report is open.' : 'Nothing was decided yet.'}
      />
    )
  return (
    <>
      <ReportQueue reports={shown} canDecide={state === 'open'} />
      {reports.hasNextPage && (
        <Button
          variant="default"
          loading={reports.isFetchingNextPage}
          onClick={() => void reports.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
