import { beforeEach, expect, test } from 'vitest'
import type { Job } from '#contract/inference-jobs.ts'
import { countOpenOrders, openBatches, stageStore } from './stage-store.ts'

const job = (id: string, changes: Partial<Job> = {}): Job =>
  ({
    id,
    type: 'TTI',
    status: 'P',
    created_at: '2026-01-01T00:00:00Z',
    batch: 'many',
    outputs: 4,
    images: [],
    attempt: 0,
    progress: { fraction: 0, previews: [] },
    ...changes,
  }) as unknown as Job

const ids = () => stageStore.getState().jobs.map(({ id }) => id)

beforeEach(() => stageStore.getState().clear())

test('jobs of many images are on the stage, the last one first, whatever order they come in', () => {
  stageStore.getState().start([job('a'), job('b'), job('c')])
  expect(ids()).toEqual(['c', 'b', 'a'])
  expect(stageStore.getState().started).toBe('a')
  stageStore.getState().clear()
  for (const id of ['b', 'c', 'a']) stageStore.getState().put(job(id))
  expect(ids()).toEqual(['c', 'b', 'a'])
})

test('a cell of a grid and the job of a tool are counted and shown elsewhere', () => {
  stageStore.getState().put(job('cell', { outputs: 1, batch: 'grid' }))
  stageStore.getState().put(job('cut', { type: 'RB', batch: 'tool' }))
  expect(ids()).toEqual([])
  expect(openBatches(stageStore.getState()).map(({ id }) => id)).toEqual(['grid', 'tool'])
})

test('what was ordered together is one order until the last of it has ended', () => {
  const { put } = stageStore.getState()
  const count = () => countOpenOrders(stageStore.getState())
  stageStore.getState().start([job('a'), job('b')])
  put(job('alone', { batch: null }))
  put(job('cell', { outputs: 1, batch: 'grid' }))
  expect(count()).toBe(3)
  put(job('a', { status: 'S' }))
  expect(count()).toBe(3)
  put(job('b', { status: 'FL' }))
  expect(count()).toBe(2)
})
