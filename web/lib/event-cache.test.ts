import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Job } from '#contract/inference-jobs.ts'
import type { Me } from '#contract/users.ts'
import { applyEvent } from './event-cache.ts'
import type { LiveEvent } from './events.ts'
import { queryKeys } from './query-keys.ts'

const job = (id: string, status: Job['status']) => ({ id, status, images: [{}] }) as unknown as Job
const ids = (client: QueryClient) =>
  client.getQueryData<{ results: Job[] }>(queryKeys.runningJobs)?.results.map(({ id }) => id)

const credits = (balance: number, held: number): LiveEvent => ({
  name: 'credits',
  data: { balance, held, lots: [], next: null, previous: null, results: [] },
})

describe('applyEvent', () => {
  it('keeps the running jobs true: new first, changed in place, ended gone', () => {
    const client = new QueryClient()
    client.setQueryData(queryKeys.runningJobs, { results: [job('a', 'P')] })
    applyEvent(client, { name: 'job', data: job('b', 'P') })
    expect(ids(client)).toEqual(['b', 'a'])
    applyEvent(client, { name: 'job', data: job('a', 'R') })
    expect(ids(client)).toEqual(['b', 'a'])
    applyEvent(client, { name: 'job', data: job('b', 'S') })
    expect(ids(client)).toEqual(['a'])
  })

  it('adds a delivered job to the history once', () => {
    const client = new QueryClient()
    client.setQueryData(queryKeys.finishedJobs, { pages: [{ results: [] }], pageParams: [null] })
    applyEvent(client, { name: 'job', data: job('a', 'S') })
    applyEvent(client, { name: 'job', data: job('a', 'S') })
    const data = client.getQueryData<{ pages: { results: Job[] }[] }>(queryKeys.finishedJobs)
    expect(data?.pages[0]?.results.map(({ id }) => id)).toEqual(['a'])
  })

  it('brings the balance to the person', () => {
    const client = new QueryClient()
    client.setQueryData(queryKeys.me, { email: 'a@b.co', credits: 40, credits_held: 0 })
    applyEvent(client, credits(36, 4))
    expect(client.getQueryData<Me>(queryKeys.me)).toMatchObject({ credits: 36, credits_held: 4 })
  })

  it('has the person read again when credits were added, not when they moved', async () => {
    const client = new QueryClient()
    client.setQueryData(queryKeys.me, { email: 'a@b.co', credits: 36, credits_held: 4 })
    const isStale = () => client.getQueryState(queryKeys.me)?.isInvalidated
    applyEvent(client, credits(40, 0))
    expect(isStale()).toBe(false)
    applyEvent(client, credits(5040, 0))
    await expect.poll(isStale).toBe(true)
  })

  it.each([
    ['nothing else is', 40, false],
    ['everything is', 5040, true],
  ])(
    'reads the person again once events are heard; %s where the balance is %i',
    async (_, read, all) => {
      const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
      client.setQueryData(queryKeys.me, { email: 'a@b.co', credits: 40, credits_held: 0 })
      client.setQueryData(queryKeys.billing, { plan: 'free' })
      let reads = 0
      const queryFn = async () => {
        reads += 1
        return { email: 'a@b.co', credits: read, credits_held: 0 }
      }
      const stop = new QueryObserver(client, { queryKey: queryKeys.me, queryFn }).subscribe(
        () => undefined,
      )
      applyEvent(client, { name: 'begun' })
      await expect.poll(() => reads).toBeGreaterThan(0)
      await expect.poll(() => client.isFetching()).toBe(0)
      expect(client.getQueryData<Me>(queryKeys.me)?.credits).toBe(read)
      expect(client.getQueryState(queryKeys.billing)?.isInvalidated).toBe(all)
      stop()
    },
  )

  it('reads the person again when an event overtakes the reading', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    client.setQueryData(queryKeys.me, { email: 'a@b.co', credits: 40, credits_held: 0 })
    const early = Promise.withResolvers<object>()
    let reads = 0
    const queryFn = async () => {
      reads += 1
      return reads === 1 ? early.promise : { email: 'a@b.co', credits: 36, credits_held: 4 }
    }
    const stop = new QueryObserver(client, { queryKey: queryKeys.me, queryFn }).subscribe(
      () => undefined,
    )
    applyEvent(client, { name: 'begun' })
    await expect.poll(() => reads).toBe(1)
    applyEvent(client, credits(36, 4))
    early.resolve({ email: 'a@b.co', credits: 40, credits_held: 0 })
    await expect.poll(() => reads).toBeGreaterThan(1)
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(client.getQueryData<Me>(queryKeys.me)).toMatchObject({ credits: 36, credits_held: 4 })
    stop()
  })
})
