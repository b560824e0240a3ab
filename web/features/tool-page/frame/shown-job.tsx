import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useCancelJob } from '#web/features/generate/api/use-jobs.ts'
import { useSourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { useDescribeWait } from '#web/features/generate/stage/describe-wait.ts'
import { EndNoteText } from '#web/features/generate/stage/end-note-text.tsx'
import { useEndNote } from '#web/features/generate/stage/end-note.ts'
import { isOpen } from '#web/features/generate/lib/stage-store.ts'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { showJob } from '../batch/draft-store.ts'
import { InputPreview } from './input-preview.tsx'
import { inputOf } from './input-of.ts'
import classes from './tool.module.css'
import type { Tool } from './tool.ts'
import type { ResultView } from './result-view.ts'
import { CoveredResult } from './covered-result.tsx'
import { useTexts } from '../texts.ts'

/** The job on the stage: how far it is, what it became, or why it came to nothing. */
export function ShownJob({
  tool,
  job,
  lost,
  deleted,
  renderResult,
  onDetails,
}: {
  tool: Tool
  job: Job
  /** The server cannot be reached, so what is said may be old. */
  lost: boolean
  /** Images deleted on this page. */
  deleted: ReadonlySet<string>
  renderResult: ResultView
  onDetails: (image: PredictionImage) => void
}) {
  const t = useTexts()
  const names = useToolNames()
  const title = names.name(tool.key)
  const describeWait = useDescribeWait()
  const endNote = useEndNote()
  const cancel = useCancelJob()
  const { picture } = useSourcePicture(inputOf(job), true)
  const images = job.images.filter(({ id }) => !deleted.has(id))
  const note = endNote(job)
  if (isOpen(job)) {
    return (
      <article aria-label={t('shownJob.running', { tool: title })}>
        {images.length > 0 ? (
          <CoveredResult images={images}>{renderResult({ job, images, onDetails })}</CoveredResult>
        ) : (
          picture && <InputPreview picture={picture} busy />
        )}
        <Group wrap="nowrap" gap="md" className={classes.progress}>
          <div className={classes.bar}>
            <Progress
              value={job.progress.fraction * 100}
              size={4}
              radius="xl"
              aria-label={t('shownJob.progress', { tool: title })}
            />
            <Text size="sm" c="dimmed" mt={6} className="tabular">
              {lost ? t('shownJob.lost') : describeWait(job)}
            </Text>
          </div>
          <Button
            variant="default"
            className={classes.action}
            loading={cancel.isPending || job.cancel_requested}
            onClick={() => cancel.mutate(job.id)}
          >
            {t('shownJob.cancel')}
          </Button>
        </Group>
      </article>
    )
  }
  return (
    <article aria-label={t('shownJob.result', { tool: title })}>
      {images.length > 0 && (
        <CoveredResult images={images}>{renderResult({ job, images, onDetails })}</CoveredResult>
      )}
      {images.length === 0 && picture && <InputPreview picture={picture} />}
      {note !== null && (
        <Alert color={note.color} variant="light" icon={<IconInfoCircle size={18} />} mt="md">
          <Group justify="space-between" gap="sm">
            <Text size="sm">
              <EndNoteText job={job.id} note={note} />
            </Text>
            <SmallButton className={classes.action} onClick={() => showJob(tool.key, null)}>
              {t('shownJob.back')}
            </SmallButton>
          </Group>
        </Alert>
      )}
      {images.length === 0 && note === null && (
        <Text size="sm" c="dimmed" mt="md">
          {t('shownJob.deleted')}
        </Text>
      )}
    </article>
  )
}
