import { ActionIcon, Text, UnstyledButton } from '@mantine/core'
import {
  IconHeart,
  IconHeartFilled,
  IconHourglass,
  IconPhotoOff,
  IconRefresh,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { HeadshotRun, HeadshotShot } from '#contract/headshot-runs.ts'
import { paths } from '#contract/paths.ts'
import { formatCredits } from '#web/lib/format.ts'
import { Picture } from '#web/ui/picture.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import type { useSetActions } from '../api/use-sets.ts'
import { canRedo, percentOf } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import classes from './sets.module.css'

const UNFINISHED = {
  waiting: 'shot.waiting',
  drawing: 'shot.drawing',
  failed: 'shot.failed',
} as const

/** A headshot of a set: what came of it, or how it stands, and what can be done about it. */
export function ShotTile({
  run,
  shot,
  number,
  credits,
  acts: { redo, choose, favor },
}: {
  run: HeadshotRun
  shot: HeadshotShot
  /** Its place among the shots as they are shown. */
  number: number
  /** Of one headshot; null while that is not known. */
  credits: number | null
  acts: Pick<ReturnType<typeof useSetActions>, 'redo' | 'choose' | 'favor'>
}) {
  const t = useTexts()
  const { status, image, other_takes: others } = shot
  const isRedone = status === 'drawing' && image !== null
  const what = t('shot.what', {
    attire: t(`attire.${shot.attire}`),
    background: t(`scene.${shot.background}`),
  })
  const percent = percentOf(shot)
  const isAsked = redo.isPending && redo.variables === shot.id
  const isByCard = run.payment !== null
  const isOver = status === 'ready' || (isByCard && status === 'failed')
  const isFree = isOver && run.redo.left > 0
  const mayRedo = canRedo(run) && (isFree || (!isByCard && status === 'failed'))
  return (
    <li className={classes.tile}>
      <Frame shot={shot} label={t('shot.open', { number, what })} what={what} />
      <Text size="sm" fw={700}>
        {t('shot.number', { number, what })}
      </Text>
      <Text size="sm" c="dimmed" className="tabular">
        {status === 'ready' && image && percent !== null && t('shot.likeness', { percent })}
        {status === 'ready' && !image && t('shot.gone')}
        {isRedone && t('shot.redrawing')}
        {status !== 'ready' &&
          !isRedone &&
          t(isByCard && status === 'failed' ? 'shot.notDrawn' : UNFINISHED[status])}
      </Text>
      <div className={classes.acts}>
        {mayRedo && (
          <SmallButton
            className={classes.touch}
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            aria-label={t('shot.redoNumber', { number })}
            loading={isAsked}
            onClick={() => redo.mutate(shot.id)}
          >
            {isFree || credits === null
              ? t('shot.redo')
              : t('shot.redoFor', { credits: formatCredits(credits) })}
          </SmallButton>
        )}
        {image && (
          <ActionIcon
            variant="subtle"
            size={36}
            ms="auto"
            className={classes.touch}
            color={image.is_favorite ? 'pink' : 'gray'}
            aria-pressed={image.is_favorite}
            aria-label={t('shot.favorite', { number })}
            onClick={() => favor.mutate({ image: image.id, is_favorite: !image.is_favorite })}
          >
            {image.is_favorite ? (
              <IconHeartFilled size={20} aria-hidden="true" />
            ) : (
              <IconHeart size={20} aria-hidden="true" />
            )}
          </ActionIcon>
        )}
      </div>
      {others.length > 0 && (
        <ul className={classes.takes} aria-label={t('shot.takes', { number })}>
          {others.map(({ image: other }, at) => (
            <li key={other.id}>
              <UnstyledButton
                className={classes.take}
                aria-label={t('shot.take', { take: at + 1, number })}
                title={t('shot.use')}
                disabled={choose.isPending}
                onClick={() => choose.mutate({ shot: shot.id, image: other.id })}
              >
                <Picture image={{ ...other, alt: '' }} sizes="44px" />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Frame({
  shot: { image, status },
  label,
  what,
}: {
  shot: HeadshotShot
  label: string
  what: string
}) {
  if (image) {
    return (
      <Link
        className={classes.frame}
        to={`${paths.library.link()}?view=${image.id}`}
        aria-label={label}
      >
        <Picture
          image={{ ...image, alt: image.alt || what }}
          sizes="(min-width: 62em) 12rem, 46vw"
        />
      </Link>
    )
  }
  const isComing = status === 'waiting' || status === 'drawing'
  return (
    <div className={classes.frame} aria-hidden="true">
      {isComing ? <IconHourglass size={28} /> : <IconPhotoOff size={28} />}
    </div>
  )
}
