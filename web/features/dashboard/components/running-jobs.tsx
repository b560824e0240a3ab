import { Button, Card, Group, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { applyEvent } from '#web/lib/event-cache.ts'
import { useJobName } from '#web/lib/tool-names/use-job-name.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSite } from '#web/lib/site.ts'
import { Folded } from '#web/ui/folded.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './dashboard.module.css'
import { type DashboardTexts, useTexts } from '../texts.ts'

function progressText({ status, queue, progress }: Job, t: DashboardTexts): string {
  // Zero is: not known.
  const seconds = queue.eta_p50 === null ? 0 : Math.max(1, Math.round(queue.eta_p50))
  if (status === 'R') {
    return t('runningJobs.step', { percent: Math.floor(progress.fraction * 100), seconds })
  }
  return t('runningJobs.waiting', { before: queue.position ?? 0, seconds })
}

function RunningJob({ job }: { job: Job }) {
  const t = useTexts()
  const client = useQueryClient()
  const name = useJobName()(job)
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
            <Text fw={700}>{name}</Text>
          </Folded>
          <Text size="xs" c="dimmed" className="tabular">
            {progressText(job, t)}
          </Text>
          <Progress
            mt="xs"
            size="sm"
            value={job.progress.fraction * 100}
            aria-label={t('runningJobs.progressOf', { job: name })}
          />
        </div>
        <SmallButton
          loading={cancel.isPending}
          disabled={job.cancel_requested}
          onClick={() => cancel.mutate()}
        >
          {t('runningJobs.cancel')}
        </SmallButton>
      </Group>
    </li>
  )
}

/** What is being made now; the event stream keeps it true. */
export function RunningJobs() {
  const t = useTexts()
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
        {t('runningJobs.runningNow')}
      </Title>
      {running.isError && !jobs && (
        <ErrorState what={t('runningJobs.loadFailed')} onRetry={() => void running.refetch()} />
      )}
      {!jobs && !running.isError && <Skeleton height={72} />}
      {jobs?.length === 0 && (
        <Group justify="space-between">
          <Text c="dimmed">{t('runningJobs.nothingIsRunning')}</Text>
          {has('text_to_image') && pageOfFeature('text_to_image') !== null && (
            <Button component={Link} to={paths.textToImage.link()} size="sm">
              {t('runningJobs.makeAnImage')}
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
