import { Button, Group, Progress, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#web/lib/api.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { useCancelBatch } from '#web/features/generate/api/use-jobs.ts'
import { isOpen } from '#web/features/generate/lib/stage-store.ts'
import { formatCredits } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { hideBatch, showBatch, showJob, type ShownBatch } from './draft-store.ts'
import type { ToolKey } from '#contract/tools.ts'
import classes from './batch.module.css'
import { BatchTile } from './batch-tile.tsx'
import { RetryFailed } from './retry-failed.tsx'
import { useTexts } from './texts.ts'
import { useBatch, useCancelOne } from './use-batch.ts'

const sum = (jobs: readonly Job[], of: (job: Job) => number) =>
  jobs.reduce((total, job) => total + of(job), 0)

const imageOf = ({ parameters }: Job) => (parameters as { image?: string }).image

/** An order of many images: how far all of it is, each image with its state, and what can be done with all. */
export function BatchView({
  tool,
  title,
  batch: { id, pictures },
}: {
  tool: ToolKey
  /** Of the tool. */
  title: string
  batch: ShownBatch
}) {
  const t = useTexts()
  const client = useQueryClient()
  const { data, isError, refetch } = useBatch(id)
  const cancelOne = useCancelOne()
  const cancelAll = useCancelBatch()
  const jobs = data?.results
  const failed = useMemo(
    () => (jobs ?? []).filter(({ status }) => status === 'FL' || status === 'CD'),
    [jobs],
  )
  const close = (
    <Button
      variant="subtle"
      color="gray"
      className={classes.button}
      onClick={() => hideBatch(tool, id)}
    >
      {t('batch.close')}
    </Button>
  )
  if (jobs === undefined) {
    if (!isError) return null
    return (
      <section className={classes.batch}>
        <ErrorState what={t('batch.loadFailed')} onRetry={() => void refetch()} />
        {close}
      </section>
    )
  }
  const count = jobs.length
  const open = jobs.filter(isOpen)
  const done = jobs.filter(({ status }) => status === 'S').length
  const canceled = jobs.filter(({ status }) => status === 'CD').length
  const lost = count - open.length - done - canceled
  const released = sum(jobs, ({ cost }) => cost.released)
  const zip = api.inferenceJobs.zipBatch.path.replace(':id', id)
  return (
    <section className={classes.batch} aria-label={t('batch.label', { tool: title, count })}>
      <Title order={2} fz="md" className="tabular">
        {t('batch.done', { done, count })}
        {lost > 0 && `, ${t('batch.failed', { count: lost })}`}
        {canceled > 0 && `, ${t('batch.canceled', { count: canceled })}`}
      </Title>
      {open.length === 0 && released > 0 && (
        <Text size="sm" c="dimmed">
          {t('batch.returned', { credits: formatCredits(released) })}
        </Text>
      )}
      <VisuallyHidden>
        <div role="status">{open.length === 0 && t('batch.finished', { done, count })}</div>
      </VisuallyHidden>
      {open.length > 0 && (
        <Progress
          value={(100 * sum(jobs, (job) => (isOpen(job) ? job.progress.fraction : 1))) / count}
          size={4}
          radius="xl"
          aria-label={t('batch.progress')}
        />
      )}
      <Group gap={8}>
        {open.length > 0 && (
          <Button
            variant="default"
            className={classes.button}
            loading={cancelAll.isPending}
            onClick={() => cancelAll.mutate(id)}
          >
            {t('batch.cancelAll')}
          </Button>
        )}
        {done > 0 && (
          <Button
            component="a"
            href={zip}
            download
            variant={open.length === 0 ? 'filled' : 'default'}
            className={classes.button}
          >
            {t('batch.download')}
          </Button>
        )}
        {open.length === 0 && failed.length > 0 && (
          <RetryFailed
            jobs={failed}
            onBatch={(batch) => showBatch(tool, { id: batch.id, pictures })}
          />
        )}
        {open.length === 0 && close}
      </Group>
      <ol className={classes.tiles}>
        {jobs.map((job, index) => (
          <BatchTile
            key={job.id}
            job={job}
            number={index + 1}
            picture={pictures.find((one) => one.id === imageOf(job))}
            isCancelling={
              (cancelOne.isPending && cancelOne.variables === job.id) || cancelAll.isPending
            }
            onCancel={() => cancelOne.mutate(job.id)}
            onOpen={() => {
              client.setQueryData(queryKeys.job(job.id), job)
              showJob(tool, job.id)
              window.scrollTo({ top: 0 })
            }}
          />
        ))}
      </ol>
    </section>
  )
}
