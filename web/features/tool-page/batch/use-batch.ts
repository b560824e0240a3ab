import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import type { Batch, Job } from '#contract/inference-jobs.ts'
import { isOpen } from '#web/features/generate/lib/stage-store.ts'
import { useServerEvent } from '#web/lib/events.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** How often a batch is read while a job of it is open, beside the events. */
const READ_MS = 8000

/** Puts the newer state of a job into its batch; what has ended stays so. */
function putJob(client: QueryClient, job: Job): void {
  client.setQueryData<Batch>(
    queryKeys.batch(job.batch ?? ''),
    (batch) =>
      batch && {
        ...batch,
        results: batch.results.map((known) =>
          known.id === job.id && (isOpen(known) || !isOpen(job)) ? job : known,
        ),
      },
  )
}

/** The jobs of a batch, kept true while they wait and run. */
export function useBatch(id: string) {
  const client = useQueryClient()
  useServerEvent('job', (job: Job) => {
    if (job.batch === id) putJob(client, job)
  })
  return useQuery({
    queryKey: queryKeys.batch(id),
    queryFn: ({ signal }) => call(api.inferenceJobs.batch, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.results.some(isOpen) === true ? READ_MS : false),
    refetchOnMount: 'always',
    retry: false,
  })
}

/** Cancels one job of a batch; what is not delivered comes back. */
export function useCancelOne() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.inferenceJobs.cancel, { params: { id }, body: {} }),
    onSuccess: (job) => {
      putJob(client, job)
      void client.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
}
