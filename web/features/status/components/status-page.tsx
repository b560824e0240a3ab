import { Badge, Group, Text, Title } from '@mantine/core'
import type { Answer } from '#web/lib/api.ts'
import type { PublicEngine, status } from '#contract/status.ts'
import { formatUtcDay } from '#web/lib/format.ts'
import { levelOf, minutesByDay, SHOWN_DAYS } from '../incident-days.ts'
import { useTexts } from '../texts.ts'
import classes from './status.module.css'

type Status = Answer<typeof status.read>

const COLORS: Record<PublicEngine['state'], string> = {
  ready: 'green',
  busy: 'blue',
  starting: 'blue',
  paused: 'yellow',
  away: 'red',
}

const MOST_LISTED = 5
const MINUTE_MS = 60_000
/** Longer incidents are told in hours. */
const HOURS_FROM = 120

const works = ({ state }: PublicEngine) => state === 'ready' || state === 'busy'

function Incidents({ incidents }: Pick<PublicEngine, 'incidents'>) {
  const t = useTexts()
  if (incidents.length === 0) return null
  return (
    <ul className={classes.incidents} aria-label={t('incidents')}>
      {incidents
        .slice(-MOST_LISTED)
        .toReversed()
        .map(({ started_at: from, ended_at: to }) => {
          const minutes = Math.ceil((Date.parse(to ?? from) - Date.parse(from)) / MINUTE_MS)
          const day = formatUtcDay(from)
          return (
            <li key={from}>
              {to === null
                ? t('incidentOngoing', { day })
                : minutes < HOURS_FROM
                  ? t('incident', { day, minutes: Math.max(1, minutes) })
                  : t('incidentHours', { day, hours: Math.round(minutes / 60) })}
            </li>
          )
        })}
    </ul>
  )
}

function Engine({ engine, now }: { engine: PublicEngine; now: number }) {
  const t = useTexts()
  const { kind, number, state, work, wait_p50: wait, incidents, since } = engine
  const days = minutesByDay(engine, now)
  const isNew = days.length < SHOWN_DAYS
  const troubled = days.filter(({ minutes }) => minutes > 0).length
  const span = isNew ? t('span.since', { day: formatUtcDay(since) }) : t('span.days')
  const summary =
    troubled === 0 ? t('noIncidents', { span }) : t('incidentDays', { days: troubled, span })
  return (
    <section className={classes.engine}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {t(`engine.${kind}`, { number })}
        </Title>
        <Badge variant="light" color={COLORS[state]} miw="max-content">
          {t(`state.${state}`)}
        </Badge>
      </Group>
      <Text size="sm">{work.map((one) => t(`work.${one}`)).join(', ')}</Text>
      {works(engine) && (
        <Text size="sm" className="tabular">
          {wait === null ? t('waitUnknown') : t('wait', { seconds: Math.max(1, Math.round(wait)) })}
        </Text>
      )}
      <div className={classes.days} role="img" aria-label={summary}>
        {days.map(({ from, minutes }) => (
          <span key={from} data-level={levelOf(minutes)} />
        ))}
      </div>
      <Group justify="space-between" gap="xs" aria-hidden="true">
        <Text size="xs" c="dimmed">
          {isNew ? formatUtcDay(since) : t('daysAgo')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('today')}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {summary}
      </Text>
      <Incidents incidents={incidents} />
    </section>
  )
}

/** What works and what does not, how long it takes now, and what there was in the last 90 days. */
export function StatusPage({ status: { engines, checked_at: at } }: { status: Status }) {
  const t = useTexts()
  const working = engines.filter(works).length
  const word = working === engines.length ? 'allWorks' : working > 0 ? 'someWork' : 'noneWorks'
  return (
    <div className={classes.status}>
      <Title order={1}>{t('title')}</Title>
      <div>
        <Text fw={700}>{t(word)}</Text>
        <Text size="sm" c="dimmed">
          {t('checked', { time: `${at.slice(0, 16).replace('T', ' ')} UTC` })}
        </Text>
      </div>
      {engines.map((engine) => (
        <Engine key={engine.name} engine={engine} now={Date.parse(at)} />
      ))}
      <Text size="sm" c="dimmed">
        {t('credits')}
      </Text>
    </div>
  )
}
