import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { IconInfoCircle, IconX } from '@tabler/icons-react'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { nameImage } from '#web/lib/name-image.ts'
import { Folded } from '#web/ui/folded.tsx'
import { useDescribeWait } from '#web/features/generate/stage/describe-wait.ts'
import { useEndNote } from '#web/features/generate/stage/end-note.ts'
import { EndNoteText } from '#web/features/generate/stage/end-note-text.tsx'
import { useJobName } from '#web/lib/tool-names/use-job-name.ts'
import { isOpen } from '#web/features/generate/lib/stage-store.ts'
import { tileColumns, tileRatio } from '#web/features/gallery/lib/tile-grid.ts'
import { PictureTile } from '#web/features/gallery/components/picture-tile.tsx'
import { ResultBar } from '#web/features/gallery/results/result-bar.tsx'
import classes from '#web/features/generate/components/stage.module.css'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useTexts } from './texts.ts'
import { type CancelFocus, cancels, useFocusAtEnd } from './use-cancel-focus.ts'

function Tile({
  job,
  index,
  image,
  onOpen,
}: {
  job: Job
  index: number
  image: PredictionImage | undefined
  onOpen: (image: PredictionImage) => void
}) {
  const style = { aspectRatio: tileRatio(job.parameters) }
  if (image !== undefined) {
    const isAlone = job.outputs === 1
    return (
      <div className={classes.made}>
        <PictureTile
          image={image}
          of={job.outputs}
          sizes={isAlone ? '(min-width: 62em) 66vw, 100vw' : '(min-width: 62em) 33vw, 100vw'}
          className={classes.tile}
          style={style}
          onOpen={onOpen}
        />
        <ResultBar
          image={image}
          {...(isAlone ? {} : { name: nameImage(image, job.outputs).label })}
          onDetails={onOpen}
        />
      </div>
    )
  }
  if (!isOpen(job)) return null
  const preview = job.progress.previews.find((one) => one.index === index)
  return (
    <div className={classes.made}>
      <div className={`${classes.tile} ${classes.place}`} style={style}>
        {preview !== undefined && <img src={preview.url} alt="" />}
      </div>
    </div>
  )
}

function CancelButtons({
  job,
  cancelling,
  onCancel,
  onCancelAll,
}: Pick<Parameters<typeof JobCard>[0], 'job' | 'cancelling' | 'onCancel' | 'onCancelAll'>) {
  const t = useTexts()
  const button = { variant: 'default', size: 'compact-sm', className: classes.action } as const
  return (
    <Group gap={4} wrap="nowrap" {...cancels(job.id)}>
      <Button {...button} loading={cancelling} onClick={onCancel}>
        {t('jobCard.cancel')}
      </Button>
      {onCancelAll !== null && (
        <Button {...button} disabled={cancelling} onClick={onCancelAll}>
          {t('jobCard.cancelAll')}
        </Button>
      )}
    </Group>
  )
}

/** One job: its tiles, which become its pictures, and how far it is. */
export function JobCard({
  job,
  lost,
  hidden,
  cancelling,
  cancelFocus,
  onOpen,
  onCancel,
  onCancelAll,
  onDismiss,
  onRetry,
}: {
  job: Job
  /** The server cannot be reached, so what the card says may be old. */
  lost: boolean
  /** Pictures deleted on this page. */
  hidden: ReadonlySet<string>
  cancelling: boolean
  cancelFocus: CancelFocus
  onOpen: (image: PredictionImage) => void
  onCancel: () => void
  /** Cancels what was ordered together with it, too; null: nothing else of that waits or runs. */
  onCancelAll: (() => void) | null
  onDismiss: () => void
  onRetry: () => void
}) {
  const t = useTexts()
  const describeWait = useDescribeWait()
  const endNote = useEndNote()
  const open = isOpen(job)
  const card = useFocusAtEnd(job.id, open, cancelFocus)
  const title = useJobName()(job)
  const note = endNote(job)
  const count = job.outputs
  const ratio = tileRatio(job.parameters)
  const columns = tileColumns(count, ratio)
  const indexes = Array.from({ length: count }, (_, index) => index)
  const imageAt = (index: number) => job.images.find((image) => image.index === index)
  const visible = indexes.filter((index) => {
    const image = imageAt(index)
    return open || (image !== undefined && !hidden.has(image.id))
  })
  return (
    <article
      {...card}
      className={classes.job}
      style={{
        '--ratio': ratio,
        '--columns': columns,
        '--rows': Math.ceil(count / columns),
      }}
      aria-label={t('jobCard.label', { job: title })}
    >
      <Group justify="space-between" gap="sm" wrap="nowrap" mb={8} className={classes.head}>
        <Folded lines={2} beside>
          <Text size="sm" c="dimmed">
            {title}
          </Text>
        </Folded>
        {open ? (
          <CancelButtons {...{ job, cancelling, onCancel, onCancelAll }} />
        ) : (
          job.images.length === 0 && (
            <Group gap={4} wrap="nowrap">
              <SmallButton className={classes.action} onClick={onRetry}>
                {t('jobCard.reuse')}
              </SmallButton>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                px={6}
                className={classes.action}
                aria-label={t('jobCard.dismiss')}
                onClick={onDismiss}
              >
                <IconX size={16} />
              </Button>
            </Group>
          )
        )}
      </Group>
      {visible.length > 0 && (
        <div className={classes.tiles} data-count={count}>
          {visible.map((index) => (
            <Tile key={index} job={job} index={index} image={imageAt(index)} onOpen={onOpen} />
          ))}
        </div>
      )}
      {open && (
        <div className={classes.progress}>
          <Progress
            value={job.progress.fraction * 100}
            size={3}
            radius="xl"
            aria-label={t('jobCard.progress')}
          />
          <Text size="sm" c="dimmed" className={classes.numbers}>
            {lost ? t('jobCard.offline') : describeWait(job)}
          </Text>
        </div>
      )}
      {note !== null && (
        <Alert color={note.color} variant="light" icon={<IconInfoCircle size={18} />} mt={8} p="xs">
          <EndNoteText job={job.id} note={note} />
        </Alert>
      )}
    </article>
  )
}
