import { Anchor, Badge, Group, Text } from '@mantine/core'
import type { Report } from '#contract/reports.ts'
import { formatTime } from '#web/lib/format.ts'
import { QueueItem } from './queue-item.tsx'
import classes from './reports.module.css'
import { REASON_NAMES } from './report-reasons.ts'
import type { Queue } from './use-queue.ts'

const URGENT = new Set<Report['reason']>(['minor', 'intimate'])

/** One report with what was reported. */
export function ReportItem({ report, queue }: { report: Report; queue: Queue<Report> }) {
  const { id, kind, reason, text, name, email, url, same, hidden, creator } = report
  const title = `${REASON_NAMES[reason]}: ${kind}`
  return (
    <QueueItem queue={queue} id={id} title={title} className={classes.report}>
      <Shown report={report} />
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={700}>{title}</Text>
          {URGENT.has(reason) && report.state === 'open' && <Badge color="red">Urgent</Badge>}
          {hidden && <Badge variant="default">Hidden</Badge>}
          {same > 1 && <Badge variant="default">{same} reports</Badge>}
        </Group>
        <Text size="sm" c="dimmed" className="tabular">
          {report.state === 'open'
            ? `Decide by ${formatTime(report.due_at)}`
            : `Reported ${formatTime(report.created_at)}`}
          {creator && `, published by ${creator.name}, strikes: ${creator.strikes}`}
        </Text>
        {text !== '' && <Text className={classes.said}>“{text}”</Text>}
        <Text size="sm" c="dimmed" className={classes.said}>
          {[name, email].filter(Boolean).join(', ') || 'Nobody who can be reached'}
        </Text>
        <Anchor
          href={url.startsWith('/') ? url : undefined}
          size="sm"
          className={classes.said}
          tabIndex={-1}
        >
          {url}
        </Anchor>
      </div>
    </QueueItem>
  )
}

function Shown({ report: { kind, sealed, shown } }: { report: Report }) {
  if (sealed)
    return (
      <div className={`${classes.shown} ${classes.none}`}>Kept as evidence. Do not open it.</div>
    )
  if (!shown)
    return (
      <div className={`${classes.shown} ${classes.none}`}>
        {kind === 'address' ? 'Only an address' : 'No longer here'}
      </div>
    )
  if (shown.picture === null)
    return <div className={`${classes.shown} ${classes.none}`}>{shown.text.slice(0, 200)}</div>
  return <img src={shown.picture} alt={shown.text} loading="lazy" className={classes.shown} />
}
