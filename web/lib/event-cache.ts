import { notifications } from '@mantine/notifications'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Job } from '#contract/inference-jobs.ts'
import type { Me } from '#contract/users.ts'
import type { LiveEvent } from './events.ts'
import { queryKeys } from './query-keys.ts'
import { refresh } from './refresh.ts'

interface Page<T> {
  results: T[]
}

/** Whether a job may still change. */
export const isOpenJob = (job: Job): boolean => job.status === 'P' || job.status === 'R'

function putRunning(list: Page<Job> | undefined, job: Job): Page<Job> | undefined {
  if (!list) return list
  const others = list.results.filter(({ id }) => id !== job.id)
  if (!isOpenJob(job)) return { ...list, results: others }
  const results = list.results.some(({ id }) => id === job.id)
    ? list.results.map((one) => (one.id === job.id ? job : one))
    : [job, ...others]
  return { ...list, results }
}

function putFinished(
  pages: InfiniteData<Page<Job>> | undefined,
  job: Job,
): InfiniteData<Page<Job>> | undefined {
  const [first, ...rest] = pages?.pages ?? []
  if (!pages || !first || isOpenJob(job) || job.images.length === 0) return pages
  if (pages.pages.some(({ results }) => results.some(({ id }) => id === job.id))) return pages
  return { ...pages, pages: [{ ...first, results: [job, ...first.results] }, ...rest] }
}

function applyJob(client: QueryClient, job: Job): void {
  client.setQueryData(queryKeys.job(job.id), job)
  client.setQueryData<Page<Job>>(queryKeys.runningJobs, (list) => putRunning(list, job))
  client.setQueryData<InfiniteData<Page<Job>>>(queryKeys.finishedJobs, (pages) =>
    putFinished(pages, job),
  )
  if (!isOpenJob(job)) void client.invalidateQueries({ queryKey: queryKeys.images })
}

function readAnew(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== queryKeys.plans[0],
  })
}

/** Reads the person, whom nearly every change shows in, and all the rest only if they differ from what the page was made with. */
async function catchUp(client: QueryClient): Promise<void> {
  const before = client.getQueryData(queryKeys.me)
  await refresh(client, queryKeys.me)
  // What is read and equal stays the same object.
  if (client.getQueryData(queryKeys.me) !== before) await readAnew(client)
}

/** Brings the query cache up to date with an event. */
export function applyEvent(client: QueryClient, event: LiveEvent): void {
  switch (event.name) {
    case 'job':
      applyJob(client, event.data)
      break
    case 'credits': {
      const { balance, held } = event.data
      const before = client.getQueryData<Me | null>(queryKeys.me)
      client.setQueryData<Me | null>(
        queryKeys.me,
        (me) => me && { ...me, credits: balance, credits_held: held },
      )
      void refresh(client, queryKeys.statement)
      void refresh(client, queryKeys.billing)
      // Credits that came new may have come with another plan; what is being read may be older than the event.
      const isMore = before && balance + held > before.credits + before.credits_held
      if (isMore || client.isFetching({ queryKey: queryKeys.me }) > 0) {
        void refresh(client, queryKeys.me)
      }
      break
    }
    case 'notice':
      notifications.show(event.data)
      break
    case 'notification':
      void refresh(client, queryKeys.notifications)
      void refresh(client, queryKeys.support)
      break
    case 'begun':
      void catchUp(client)
      break
    case 'reset':
      void readAnew(client)
      break
  }
}
