import { Anchor, Badge, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Decision } from '#contract/reports.ts'
import { formatDay } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { useTexts } from '../texts.ts'
import { AppealForm } from './appeal-form.tsx'
import classes from './decision.module.css'

/** What was decided about something and why, for its owner or for who reported it, with a way to object. */
export function DecisionPage({ first }: { first: Decision | null }) {
  const t = useTexts()
  const [decision, setDecision] = useState(first)
  if (!decision) return <EmptyState text={t('decision.gone')} />
  const { action, ground, kind, url, reason, automated, reversed } = decision
  return (
    <Stack gap="md">
      <Title order={1}>{t('decision.title')}</Title>
      {reversed && (
        <Badge color="green" size="lg">
          {t('decision.reversed')}
        </Badge>
      )}
      <Text>{t(`decision.action.${action}`)}</Text>
      <dl className={classes.facts}>
        <dt>{t('decision.what')}</dt>
        <dd>
          {t(`about.${kind}`)}
          {': '}
          <Anchor href={url.startsWith('/') ? url : undefined} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Anchor>
        </dd>
        <dt>{t('decision.ground')}</dt>
        <dd>{t(`reason.${ground}`)}</dd>
        <dt>{t('decision.reason')}</dt>
        <dd className={classes.words}>{reason}</dd>
        <dt>{t('decision.at')}</dt>
        <dd>{formatDay(decision.decided_at)}</dd>
      </dl>
      {decision.copy && <Text>{t('decision.copy')}</Text>}
      <Text>{t(automated ? 'decision.automated' : 'decision.byPerson')}</Text>
      <Appeal decision={decision} isNew={decision !== first} onSent={setDecision} />
      <Text size="sm" c="dimmed">
        {t('decision.court')}
      </Text>
    </Stack>
  )
}

function Appeal({
  decision,
  isNew,
  onSent,
}: {
  decision: Decision
  /** It was sent on this page. */
  isNew: boolean
  onSent(decision: Decision): void
}) {
  const t = useTexts()
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone with the form.
  useEffect(() => {
    if (isNew) title.current?.focus()
  }, [isNew])
  const { appeal, appeal_until: until, decided_at: at, reversed } = decision
  if (appeal)
    return (
      <section aria-labelledby="appeal">
        <Title order={2} fz="lg" id="appeal" tabIndex={-1} ref={title}>
          {t('decision.appeal')}
        </Title>
        <Text role="status">
          {t(`decision.appealed.${appeal.state}`, { day: formatDay(appeal.created_at) })}
        </Text>
        {appeal.reason !== null && <Text className={classes.words}>{appeal.reason}</Text>}
      </section>
    )
  if (reversed) return null
  // As the server said it at the time of the page; nothing else here depends on the clock.
  if (Date.parse(until) <= Date.parse(at))
    return <Text>{t('decision.appealOver', { day: formatDay(until) })}</Text>
  return <AppealForm decision={decision} onSent={onSent} />
}
