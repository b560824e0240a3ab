import { QueryClient } from '@tanstack/react-query'
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

  it('has the person read anew when credits were added, not when they moved', () => {
    const client = new QueryClient()
    client.setQueryData(queryKeys.me, { email: 'a@b.co', credits: 36, credits_held: 4 })
    const isStale = () => client.getQueryState(queryKeys.me)?.isInvalidated
    applyEvent(client, credits(40, 0))
    expect(isStale()).toBe(false)
    applyEvent(client, credits(5040, 0))
    expect(isStale()).toBe(true)
  })
})
