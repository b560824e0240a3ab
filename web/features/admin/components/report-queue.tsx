import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import type { Report } from '#contract/reports.ts'
import { useDecideReports } from '../api/use-reports.ts'
import { DecisionBar } from './decision-bar.tsx'
import { reasonFor } from './report-reasons.ts'
import { ReportItem } from './report-item.tsx'
import classes from './reports.module.css'
import { useQueue } from './use-queue.ts'

const ACTIONS = { r: 'remove', h: 'hide', l: 'keep' } as const

/** Reports in the order in which they have to be decided, one or several at once, also by keyboard alone. */
export function ReportQueue({
  reports,
  canDecide,
}: {
  reports: readonly Report[]
  canDecide: boolean
}) {
  const decide = useDecideReports()
  const [written, setReason] = useState<string | null>(null)
  const [strike, setStrike] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const queue = useQueue({
    list,
    items: reports,
    canDecide,
    keys: ACTIONS,
    onAct: (action) => void act(action).catch(() => undefined),
  })
  const { judged } = queue
  const reason = written ?? reasonFor(judged[0]?.reason)

  async function act(action: 'remove' | 'hide' | 'keep'): Promise<void> {
    if (judged.length === 0 || decide.isPending) return
    const ids = judged.map(({ id }) => id)
    const { decided, banned, skipped } = await decide.mutateAsync({
      ids,
      action,
      reason,
      strike: strike && action !== 'keep',
    })
    setReason(null)
    setStrike(false)
    const said = [
      decided === 1 ? '1 report is decided.' : `${decided} reports are decided.`,
      banned === 1 && '1 account was banned.',
      banned > 1 && `${banned} accounts were banned.`,
      skipped > 0 && `Decided by somebody else before: ${skipped}.`,
    ]
    notifications.show({ message: said.filter(Boolean).join(' ') })
    queue.begin()
  }

  return (
    <>
      {canDecide && (
        <Text size="sm" c="dimmed">
          In the list: arrow keys to move, Space to select several, A to select all or none, R to
          remove, H to hide, L to leave as it is.
        </Text>
      )}
      <ul ref={list} className={classes.queue} aria-label="Reports">
        {reports.map((report) => (
          <ReportItem key={report.id} report={report} queue={queue} />
        ))}
      </ul>
      {canDecide && (
        <DecisionBar
          count={judged.length}
          reason={reason}
          onReason={setReason}
          strike={strike}
          onStrike={setStrike}
          isSending={decide.isPending}
          onAct={(action) => void act(action).catch(() => undefined)}
        />
      )}
    </>
  )
}
