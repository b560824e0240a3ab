import { Button, Group, Text } from '@mantine/core'
import type { Job } from '#contract/inference-jobs.ts'
import { useCancelJob } from '#web/features/create/api/use-jobs.ts'
import { describeWait } from '#web/features/create/lib/describe-wait.ts'
import { showJob } from './draft-store.ts'
import classes from './tool.module.css'
import type { Tool } from './tool.ts'

/** Jobs of the tool that wait or run beside the one on the stage, a line each. */
export function OtherJobs({ tool, jobs }: { tool: Tool; jobs: readonly Job[] }) {
  const cancel = useCancelJob()
  if (jobs.length === 0) return null
  return (
    <ul className={classes.others} aria-label="Other jobs">
      {jobs.map((job) => (
        <li key={job.id}>
          <Text size="sm" className="tabular">
            {tool.title}: {describeWait(job)}
          </Text>
          <Group gap={8} wrap="nowrap">
            <Button
              variant="default"
              size="compact-sm"
              className={classes.action}
              onClick={() => showJob(tool.id, job.id)}
            >
              Show
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              className={classes.action}
              loading={(cancel.isPending && cancel.variables === job.id) || job.cancel_requested}
              onClick={() => cancel.mutate(job.id)}
            >
              Cancel
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  )
}
