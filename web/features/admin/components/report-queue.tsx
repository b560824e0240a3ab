import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import type { Report } from '#contract/reports.ts'
import { useDecideReports } from '../api/use-reports.ts'
import { DecisionBar } from './decision-bar.tsx'
import { reasonFor } from './report-reasons.ts'
import { ReportItem } from './report-item.tsx'
import classes from './reports.module.css'

const ACTIONS = { r: 'remove', h: 'hide', l: 'keep' } as const

/** Reports in the order in which they have to be decided, one or several at once, also by keyboard alone. */
export function ReportQueue({
  reports,
  canDecide,
}: {
  reports: readonly Report[]
  canDecide: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  const decide = useDecideReports()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const [written, setReason] = useState<string | null>(null)
  const [strike, setStrike] = useState(false)
  const here = reports.find(({ id }) => id === current)
  const picked = reports.filter(({ id }) => chosen.has(id))
  const judged = picked.length > 0 ? picked : here ? [here] : []
  const reason = written ?? reasonFor(judged[0]?.reason)

  function toggle(id: string): void {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }

  async function act(action: 'remove' | 'hide' | 'keep'): Promise<void> {
    if (judged.length === 0 || decide.isPending) return
    const ids = judged.map(({ id }) => id)
    const { decided, banned, skipped } = await decide.mutateAsync({
      ids,
      action,
      reason,
      strike: strike && action !== 'keep',
    })
    setChosen(new Set())
    setReason(null)
    setStrike(false)
    const said = [
      decided === 1 ? '1 report is decided.' : `${decided} reports are decided.`,
      banned === 1 && '1 account was banned.',
      banned > 1 && `${banned} accounts were banned.`,
      skipped > 0 && `Decided by somebody else before: ${skipped}.`,
    ]
    notifications.show({ message: said.filter(Boolean).join(' ') })
    list.current?.querySelector<HTMLElement>('[data-report]')?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-report]') ?? [])]
    const at = items.findIndex((item) => item === target)
    if (at < 0) return
    const step = key === 'ArrowDown' || key === 'j' ? 1 : key === 'ArrowUp' || key === 'k' ? -1 : 0
    if (step !== 0) items[at + step]?.focus()
    else if (key === 'a')
      setChosen(new Set(picked.length === reports.length ? [] : reports.map(({ id }) => id)))
    else if (key === ' ' || key === 'x') toggle(items[at]!.dataset['report']!)
    else if (key in ACTIONS) act(ACTIONS[key as keyof typeof ACTIONS]).catch(() => undefined)
    else return
    event.preventDefault()
  }

  const latest = useRef(onKeyDown)
  useEffect(() => {
    latest.current = onKeyDown
  })
  useEffect(() => {
    const queue = list.current
    if (!queue || !canDecide) return undefined
    const press = (event: globalThis.KeyboardEvent) => latest.current(event)
    const focus = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest<HTMLElement>('[data-report]') : null
      if (item) setCurrent(item.dataset['report']!)
    }
    queue.addEventListener('keydown', press)
    queue.addEventListener('focusin', focus)
    return () => {
      queue.removeEventListener('keydown', press)
      queue.removeEventListener('focusin', focus)
    }
  }, [canDecide])

  return (
    <>
      {canDecide && (
        <Text size="sm" c="dimmed">
          In the list: arrow keys to move, Space to select several, A to select all or none, R to
          remove, H to hide, L to leave as it is.
        </Text>
      )}
      <ul ref={list} className={classes.queue} aria-label="Reports">
        {reports.map((report, place) => (
          <ReportItem
            key={report.id}
            report={report}
            isChosen={chosen.has(report.id)}
            isFirst={current === null ? place === 0 : report.id === current}
            onToggle={canDecide ? () => toggle(report.id) : null}
          />
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
