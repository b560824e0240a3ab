import { Text } from '@mantine/core'
import type { Job } from '#contract/inference-jobs.ts'
import { useDescribeWait } from '#web/features/generate/stage/describe-wait.ts'
import { useJobName } from '#web/lib/tool-names/use-job-name.ts'
import classes from '#web/features/generate/components/stage.module.css'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useTexts } from './texts.ts'
import { cancels } from './use-cancel-focus.ts'

/** A job that waits behind another one: a line with its prompt, how long it takes, and the way out. */
export function QueuedJob({
  job,
  lost,
  cancelling,
  onCancel,
}: {
  job: Job
  lost: boolean
  cancelling: boolean
  onCancel: () => void
}) {
  const t = useTexts()
  const describeWait = useDescribeWait()
  const name = useJobName()(job)
  return (
    <article className={classes.queued} aria-label={t('jobCard.label', { job: name })}>
      <Text size="sm" truncate className={classes.queuedName}>
        {name}
      </Text>
      <Text size="sm" c="dimmed" className={classes.numbers}>
        {lost ? t('queuedJob.offline') : describeWait(job)}
      </Text>
      <SmallButton
        {...cancels(job.id)}
        className={classes.action}
        aria-label={t('queuedJob.cancel', { job: name })}
        loading={cancelling}
        onClick={onCancel}
      >
        {t('jobCard.cancel')}
      </SmallButton>
    </article>
  )
}
