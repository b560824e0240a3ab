import { Anchor, Button, Group, Progress, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PackKind, PackRun } from '#contract/packs.ts'
import type { Quote } from '#contract/quotes.ts'
import { formatCredits, formatTime } from '#web/lib/format.ts'
import { confirmSpending } from '#web/lib/spend-request.ts'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useRun, useRunActions } from '../api/use-runs.ts'
import { pagesOf } from '../lib/kinds.ts'
import { useTexts } from '../texts.ts'
import { RunShotTile } from './run-shot-tile.tsx'
import classes from './packs.module.css'

/** One run, as it goes on. */
export function RunPage({ kind, id }: { kind: PackKind; id: string }) {
  const t = useTexts()
  const { data: run, isError, refetch } = useRun(kind, id)
  if (isError && !run) return <ErrorState what={t('mine.failed')} onRetry={() => void refetch()} />
  if (run === null)
    return (
      <EmptyState
        text={t('run.gone')}
        action={
          <Anchor component={Link} to={pagesOf(kind).mine.link()}>
            {t(`mine.title.${kind}`)}
          </Anchor>
        }
      />
    )
  return run ? <Run run={run} /> : <PageSkeleton />
}

function Run({ run }: { run: PackRun }) {
  const t = useTexts()
  const { counts, cost, kind } = run
  const pages = pagesOf(kind)
  return (
    <>
      <Anchor component={Link} to={pages.mine.link()} size="sm">
        {t(`mine.title.${kind}`)}
      </Anchor>
      <div className={classes.head}>
        <div>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {run.title}
          </Title>
          <Text role="status">
            {t(`runState.${run.state}`)} ·{' '}
            {t('run.delivered', { delivered: counts.delivered, shots: counts.shots })}
          </Text>
        </div>
        <Acts run={run} />
      </div>
      <Progress
        value={(100 * counts.delivered) / Math.max(1, counts.shots)}
        mb="sm"
        aria-label={t('run.progress')}
      />
      <Text size="sm" c="dimmed" mb="lg" className="tabular">
        {t('run.cost', {
          paid: formatCredits(cost.captured),
          held: formatCredits(cost.held),
          returned: formatCredits(cost.released),
        })}
        {run.hold_until !== null &&
          counts.open === 0 &&
          ` ${t('run.holdUntil', { time: formatTime(run.hold_until) })}`}
      </Text>
      <ul className={classes.tiles} aria-label={t('run.shots')}>
        {run.shots.map((shot, index) => (
          <RunShotTile key={shot.id} run={run} shot={shot} number={index + 1} />
        ))}
      </ul>
    </>
  )
}

/** What can be done with a whole run. */
function Acts({ run }: { run: PackRun }) {
  const t = useTexts()
  const { retry, price, stop } = useRunActions(run.kind, run.id)
  const [offer, setOffer] = useState<Quote | null>(null)
  const missing = run.shots.filter(
    ({ state }) => state === 'failed' || state === 'blocked' || state === 'skipped',
  )
  const isOpen = run.counts.open > 0
  const isFree = missing.every((shot) => shot.retry_is_free)
  const again = () => {
    if (isFree) retry.mutate({})
    else
      price.mutate(
        missing.map(({ id }) => id),
        { onSuccess: setOffer },
      )
  }
  async function pay(quote: Quote): Promise<void> {
    if (!(await confirmSpending(quote))) return
    retry.mutate(
      { shots: missing.map(({ id }) => id), quote: quote.id },
      { onSettled: () => setOffer(null) },
    )
  }
  return (
    <Group gap="sm">
      {run.counts.delivered > 0 && (
        <Button
          component="a"
          href={`/api/${run.kind}_packs/runs/${run.id}/zip/`}
          download
          variant="default"
          leftSection={<IconDownload size={18} />}
        >
          {t('act.zip')}
        </Button>
      )}
      {!isOpen && missing.length > 0 && offer === null && (
        <Button loading={retry.isPending || price.isPending} onClick={again}>
          {t(isFree ? 'act.retryFree' : 'act.retryPaid', { count: missing.length })}
        </Button>
      )}
      {offer !== null && (
        <Button loading={retry.isPending} onClick={() => void pay(offer)}>
          {t('act.retryFor', { credits: formatCredits(offer.cost) })}
        </Button>
      )}
      {(isOpen || run.cost.held > 0) && (
        <Button
          variant="default"
          color="red"
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {t(isOpen ? 'act.stop' : 'act.giveBack')}
        </Button>
      )}
    </Group>
  )
}
