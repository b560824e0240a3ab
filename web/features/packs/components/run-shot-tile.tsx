import { Button, Group, Progress, Text, Textarea } from '@mantine/core'
import { IconHourglass, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PackRun, RunShot } from '#contract/packs.ts'
import { paths } from '#contract/paths.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { formatCredits } from '#web/lib/format.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Form } from '#web/ui/form.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useRunActions } from '../api/use-runs.ts'
import { shotWords } from '../lib/shot-words.ts'
import { useTexts } from '../texts.ts'
import classes from './packs.module.css'

/** One shot of a run: what came of it, or how it stands, and what can be done about it. */
export function RunShotTile({
  run,
  shot,
  number,
}: {
  run: PackRun
  shot: RunShot
  number: number
}) {
  const t = useTexts()
  const [isSwapping, setSwapping] = useState(false)
  const isOpen = shot.state === 'running' || (shot.state === 'waiting' && shot.job !== null)
  return (
    <li className={classes.tile}>
      <Frame shot={shot} label={shotWords(t, shot.prompt)} open={t('shot.open', { number })} />
      <Text size="sm" fw={700}>
        {t('shot.state', { number, state: t(`shotState.${shot.state}`) })}
      </Text>
      {shot.progress !== null && (
        <Progress value={100 * shot.progress} size="sm" aria-label={t('run.progress')} />
      )}
      <Text size="sm">{shotWords(t, shot.prompt)}</Text>
      {shot.error && shot.state !== 'delivered' && (
        <Text size="sm" c="dimmed">
          {shot.error.message}
        </Text>
      )}
      {isSwapping ? (
        <Swap run={run} shot={shot} number={number} onDone={() => setSwapping(false)} />
      ) : (
        !isOpen && (
          <Group gap="xs">
            <SmallButton
              aria-label={t('act.swapNumber', { number })}
              onClick={() => setSwapping(true)}
            >
              {t('act.swap')}
            </SmallButton>
            {shot.state !== 'waiting' && <Again run={run} shot={shot} number={number} />}
          </Group>
        )
      )}
    </li>
  )
}

function Frame({
  shot: { image, video, state },
  label,
  open,
}: {
  shot: RunShot
  label: string
  /** Name of the link to all that can be done with the image. */
  open: string
}) {
  if (video)
    return (
      <div className={classes.frame}>
        <video
          src={video.url}
          poster={video.poster_url}
          aria-label={label}
          controls
          loop
          muted
          playsInline
          preload="none"
        />
      </div>
    )
  if (image)
    return (
      <Link
        className={classes.frame}
        to={`${paths.library.link()}?view=${image.id}`}
        aria-label={open}
      >
        <Picture image={image} sizes="13rem" />
      </Link>
    )
  const isComing = state === 'waiting' || state === 'running'
  return (
    <div className={classes.frame} aria-hidden="true">
      {isComing ? <IconHourglass size={28} /> : <IconPhotoOff size={28} />}
    </div>
  )
}

/** Another prompt for a shot. */
function Swap({
  run,
  shot,
  number,
  onDone,
}: {
  run: PackRun
  shot: RunShot
  number: number
  onDone(): void
}) {
  const t = useTexts()
  const { swap } = useRunActions(run.kind, run.id)
  const [prompt, setPrompt] = useState(shot.prompt)
  const error = swap.error
  return (
    <Form onSubmit={() => swap.mutate({ shot: shot.id, prompt }, { onSuccess: onDone })}>
      <Textarea
        label={t('shot.prompt', { number })}
        value={prompt}
        autosize
        maxLength={2000}
        error={error && (fieldErrorsOf(error)['prompt'] ?? messageOf(error))}
        onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="compact-sm" loading={swap.isPending}>
          {t('act.save')}
        </Button>
        <SmallButton onClick={onDone}>{t('act.cancel')}</SmallButton>
      </Group>
    </Form>
  )
}

/** Makes one shot again: at once where it is free, else for a price that is shown first. */
function Again({ run, shot, number }: { run: PackRun; shot: RunShot; number: number }) {
  const t = useTexts()
  const { retry, price } = useRunActions(run.kind, run.id)
  const [offer, setOffer] = useState<{ quote: string; cost: number } | null>(null)
  const shots = [shot.id]
  const ask = () => {
    if (shot.retry_is_free) retry.mutate({ shots })
    else price.mutate(shots, { onSuccess: ({ id, cost }) => setOffer({ quote: id, cost }) })
  }
  const pay = () =>
    retry.mutate({ shots, quote: offer?.quote ?? '' }, { onSettled: () => setOffer(null) })
  return (
    <SmallButton
      aria-label={t('act.againNumber', { number })}
      loading={retry.isPending || price.isPending}
      onClick={offer === null ? ask : pay}
    >
      {offer === null ? t('act.again') : t('act.againFor', { credits: formatCredits(offer.cost) })}
    </SmallButton>
  )
}
