import { Button, Text } from '@mantine/core'
import { promptOf } from '#contract/generation-request.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { describeWait } from '../lib/describe-wait.ts'
import classes from './stage.module.css'

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
  const name = promptOf(job.parameters) ?? job.type
  return (
    <article className={classes.queued} aria-label={`Generation: ${name}`}>
      <Text size="sm" truncate className={classes.queuedName}>
        {name}
      </Text>
      <Text size="sm" c="dimmed" className={classes.numbers}>
        {lost ? 'No connection' : describeWait(job)}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        className={classes.action}
        aria-label={`Cancel: ${name}`}
        loading={cancelling}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </article>
  )
}
