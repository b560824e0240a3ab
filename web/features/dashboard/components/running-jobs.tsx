import { Button, Card, Group, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import { promptOf } from '#contract/generation-request.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { paths } from '#web/app/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { applyEvent } from '#web/lib/event-cache.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSite } from '#web/lib/site.ts'
import { Folded } from '#web/ui/folded.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './dashboard.module.css'

function progressText({ status, queue, progress }: Job): string {
  const eta = queue.eta_p50 === null ? '' : `, about ${Math.max(1, Math.round(queue.eta_p50))} s`
  if (status === 'R') return `Step ${progress.step} of ${progress.steps}${eta}`
  const before = queue.position ?? 0
  if (before === 0) return `Next in line${eta}`
  return `${before} ${before === 1 ? 'other' : 'others'} before you${eta}`
}

function RunningJob({ job }: { job: Job }) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(api.inferenceJobs.cancel, { params: { id: job.id }, body: {} }),
    onSuccess: (data) => applyEvent(client, { name: 'job', data }),
  })
  return (
    <li>
      <Group wrap="nowrap" align="start">
        {job.progress.preview_url !== null && (
          <img className={classes.preview} src={job.progress.preview_url} alt="" />
        )}
        <div className={classes.job}>
          <Folded lines={2}>
            <Text fw={700}>{promptOf(job.parameters)}</Text>
          </Folded>
          <Text size="xs" c="dimmed" className="tabular">
            {progressText(job)}
          </Text>
          <Progress
            mt="xs"
            size="sm"
            value={job.progress.fraction * 100}
            aria-label={`Progress of: ${promptOf(job.parameters) ?? job.type}`}
          />
        </div>
        <Button
          variant="default"
          size="compact-sm"
          loading={cancel.isPending}
          disabled={job.cancel_requested}
          onClick={() => cancel.mutate()}
        >
          Cancel
        </Button>
      </Group>
    </li>
  )
}

/** What is being made now; the event stream keeps it true. */
export function RunningJobs() {
  const { has } = useSite()
  const running = useQuery({
    queryKey: queryKeys.runningJobs,
    queryFn: ({ signal }) =>
      call(api.inferenceJobs.running, { query: { limit: '20' } }, { signal }),
    refetchOnMount: 'always',
  })
  const jobs = running.data?.results
  return (
    <Card component="section" padding="lg" aria-labelledby="running">
      <Title order={2} fz="md" id="running" mb="md">
        Running now
      </Title>
      {running.isError && !jobs && (
        <ErrorState
          what="The running jobs could not be loaded."
          onRetry={() => void running.refetch()}
        />
      )}
      {!jobs && !running.isError && <Skeleton height={72} />}
      {jobs?.length === 0 && (
        <Group justify="space-between">
          <Text c="dimmed">Nothing is running.</Text>
          {has('text_to_image') && pageOfFeature('text_to_image') !== null && (
            <Button component={Link} to={paths.textToImage.link()} size="sm">
              Make an image
            </Button>
          )}
        </Group>
      )}
      {jobs && jobs.length > 0 && (
        <ul className={classes.jobs}>
          {jobs.map((job) => (
            <RunningJob key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Card>
  )
}
