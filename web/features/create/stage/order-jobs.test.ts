import { expect, test } from 'vitest'
import type { Job } from '#contract/inference-jobs.ts'
import { orderJobs } from './order-jobs.ts'

const job = (id: string, status: Job['status'], images: unknown[] = []) =>
  ({ id, status, images }) as unknown as Job

const idsOf = (jobs: readonly Job[]) => {
  const { large, queued, ended } = orderJobs(jobs)
  return [large, queued, ended].map((list) => list.map(({ id }) => id).join(''))
}

test.each([
  ['what runs is large, what waits a line each with the next one first', 'dPcPbRaS', 'b|cd|a'],
  ['the next one is large while none runs', 'cPbPaS', 'b|c|a'],
  ['several may run at once', 'cPbRaR', 'ba|c|'],
  ['what has ended stands newest first', 'cSbFaS', '||cba'],
])('%s', (_, jobs, expected) => {
  const list = jobs
    .match(/../g)!
    .map(([id, status]) => job(id!, status === 'F' ? 'FL' : (status as Job['status'])))
  expect(idsOf(list).join('|')).toBe(expected)
})

test('a job that went back to the queue keeps its images in sight', () => {
  expect(idsOf([job('b', 'P', [{}]), job('a', 'R')])).toEqual(['ba', '', ''])
})
