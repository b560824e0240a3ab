import { Group, Text } from '@mantine/core'
import type { Job } from '#contract/inference-jobs.ts'
import { useCancelJob } from '#web/features/generate/api/use-jobs.ts'
import { useDescribeWait } from '#web/features/generate/stage/describe-wait.ts'
import type { OpenBatch } from '#web/features/generate/lib/stage-store.ts'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { showBatch, showJob } from '../batch/draft-store.ts'
import classes from './tool.module.css'
import type { Tool } from './tool.ts'
import { useTexts } from '../texts.ts'

/** Jobs of the tool that wait or run beside the one on the stage, a line each. */
export function OtherJobs({
  tool,
  jobs,
  batches,
}: {
  tool: Tool
  jobs: readonly Job[]
  /** That are not on the stage. */
  batches: readonly OpenBatch[]
}) {
  const t = useTexts()
  const names = useToolNames()
  const describeWait = useDescribeWait()
  const cancel = useCancelJob()
  if (jobs.length + batches.length === 0) return null
  return (
    <ul className={classes.others} aria-label={t('otherJobs.label')}>
      {batches.map(({ id }) => (
        <li key={id}>
          <Text size="sm">{t('otherJobs.several', { tool: names.name(tool.key) })}</Text>
          <SmallButton
            className={classes.action}
            onClick={() => showBatch(tool.key, { id, pictures: [] })}
          >
            {t('otherJobs.show')}
          </SmallButton>
        </li>
      ))}
      {jobs.map((job) => (
        <li key={job.id}>
          <Text size="sm" className="tabular">
            {t('otherJobs.state', { tool: names.name(tool.key), state: describeWait(job) })}
          </Text>
          <Group gap={8} wrap="nowrap">
            <SmallButton className={classes.action} onClick={() => showJob(tool.key, job.id)}>
              {t('otherJobs.show')}
            </SmallButton>
            <SmallButton
              className={classes.action}
              loading={(cancel.isPending && cancel.variables === job.id) || job.cancel_requested}
              onClick={() => cancel.mutate(job.id)}
            >
              {t('otherJobs.cancel')}
            </SmallButton>
          </Group>
        </li>
      ))}
    </ul>
  )
}
