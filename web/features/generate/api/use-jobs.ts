import { focusManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, call } from '#web/lib/api.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { useServerEvent } from '#web/lib/events.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { isOpen, STAGE_JOBS, stageStore, useStage } from '../lib/stage-store.ts'

/** How often the running list is read while a job is open: places in the queue change without an event. */
const QUEUE_MS = 5000

/**
 * Keeps the stage true: running jobs at first sight, then every event; jobs of other tabs and devices too.
 * @returns whether the server cannot be reached at the moment
 */
export function useLiveJobs(enabled: boolean): boolean {
  const put = useStage((stage) => stage.put)
  const anyOpen = useStage((stage) => stage.jobs.some(isOpen))
  const client = useQueryClient()
  const running = useQuery({
    queryKey: queryKeys.runningJobs,
    queryFn: ({ signal }) =>
      call(api.inferenceJobs.running, { query: { limit: '20' } }, { signal }),
    enabled,
  })
  // A timer of its own: the query's would start again with each event that writes into the list.
  useEffect(() => {
    if (!anyOpen) return undefined
    const timer = setInterval(() => {
      if (focusManager.isFocused()) void client.refetchQueries({ queryKey: queryKeys.runningJobs })
    }, QUEUE_MS)
    return () => clearInterval(timer)
  }, [anyOpen, client])
  useEffect(() => {
    const listed = running.data?.results
    if (listed === undefined) return
    for (const job of listed) put(job)
    // A job that is open here and no longer listed there has ended unseen: read its end.
    const ids = new Set(listed.map(({ id }) => id))
    for (const job of stageStore.getState().jobs) {
      if (!isOpen(job) || ids.has(job.id)) continue
      void call(api.inferenceJobs.detail, { params: { id: job.id } }).then(put, () => undefined)
    }
  }, [running.data, put])
  useServerEvent('job', (job: Job) => {
    put(job)
    if (isOpen(job)) return
    void client.invalidateQueries({ queryKey: queryKeys.me })
    const { jobs } = stageStore.getState()
    // The next job pushes one off the full stage, which is to be in the history by then.
    if (jobs.length >= STAGE_JOBS) void client.invalidateQueries({ queryKey: queryKeys.history })
    // Those behind it have moved up.
    if (jobs.some(isOpen)) void client.refetchQueries({ queryKey: queryKeys.runningJobs })
  })
  return running.failureCount > 0 || running.isPaused
}

/** Cancels a job; the answer is the job as it then is. */
export function useCancelJob() {
  const client = useQueryClient()
  const put = useStage((stage) => stage.put)
  return useMutation({
    mutationFn: (id: string) => call(api.inferenceJobs.cancel, { params: { id }, body: {} }),
    onSuccess: (job) => {
      put(job)
      void client.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
}

/** Cancels all of a batch that has not ended. */
export function useCancelBatch() {
  const client = useQueryClient()
  const put = useStage((stage) => stage.put)
  return useMutation({
    mutationFn: (id: string) => call(api.inferenceJobs.cancelBatch, { params: { id }, body: {} }),
    onSuccess: (batch) => {
      for (const job of batch.results) put(job)
      client.setQueryData(queryKeys.batch(batch.id), batch)
      void client.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
}
