import { ActionIcon, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { Job } from '#contract/inference-jobs.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { useDescribeWait } from '#web/features/generate/stage/describe-wait.ts'
import { isOpen } from '#web/features/generate/lib/stage-store.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { WrongLink } from '#web/ui/wrong-link.tsx'
import { Covered } from '#web/ui/covered.tsx'
import classes from './batch.module.css'
import { useTexts } from './texts.ts'

const SETTLED = { S: 'done', CD: 'canceled', FL: 'failed', B: 'failed' } as const

/** One image of a batch: what it was or became, and how far it is. */
export function BatchTile({
  job,
  number,
  picture,
  isCancelling,
  onCancel,
  onOpen,
}: {
  job: Job
  number: number
  /** What it was. */
  picture: SourcePicture | undefined
  isCancelling: boolean
  onCancel: () => void
  onOpen: () => void
}) {
  const t = useTexts()
  const describeWait = useDescribeWait()
  const open = isOpen(job)
  const made = job.images[0]
  const shown = made ?? picture
  const { covered } = useCover(shown ?? { id: job.id })
  const settled = job.status === 'P' || job.status === 'R' ? null : SETTLED[job.status]
  const state = settled === 'done' && !made ? 'deleted' : settled
  return (
    <li data-open={open || undefined}>
      <UnstyledButton
        className={classes.thumb}
        disabled={open || !made}
        aria-label={t(made ? 'batch.open' : 'manyStage.image', { number })}
        onClick={onOpen}
      >
        {shown && (
          <Covered covered={covered}>
            <img src={resizedImageUrl({ url: shown.url, width: 320, type: 'webp' })} alt="" />
          </Covered>
        )}
        {open && (
          <span
            className={classes.fraction}
            style={{ '--done': `${job.progress.fraction * 100}%` }}
            aria-hidden
          />
        )}
      </UnstyledButton>
      {open && (
        <ActionIcon
          variant="default"
          size={32}
          className={classes.corner}
          aria-label={t('batch.cancelOne', { number })}
          loading={isCancelling || job.cancel_requested}
          onClick={onCancel}
        >
          <IconX size={18} />
        </ActionIcon>
      )}
      <Text size="sm" c="dimmed" className={classes.state}>
        {state === 'done' && <IconCheck size={16} aria-hidden />}
        {state === 'failed' && <IconAlertTriangle size={16} aria-hidden />}
        {state === null ? describeWait(job) : t(`batch.state.${state}`)}
      </Text>
      {job.error !== null && settled === 'failed' && (
        <Text size="sm" c="red">
          {job.error.message} <WrongLink job={job.id} />
        </Text>
      )}
    </li>
  )
}
