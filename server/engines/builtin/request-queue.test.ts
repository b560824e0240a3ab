import { expect, test } from 'vitest'
import type { EngineImage, FollowHandlers, ImageRequest } from '../spec/index.ts'
import { createRequestQueue } from './request-queue.ts'
import { createWorkerThread } from './worker-thread.ts'

/** A thread that "draws" as its prompts say: `crash` ends the process, `hang` never ends, others give a picture. */
const SCRIPT = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ type, id, request }) => {
  if (type === 'warm-up') return parentPort.postMessage({ type: 'warm' })
  if (type === 'end') return parentPort.close()
  if (type === 'stop') return parentPort.postMessage({ type: 'ended', id, engineMs: 1 })
  if (request.prompt === 'crash') process.exit(3)
  if (request.prompt === 'throw') throw new Error('boom')
  if (request.prompt === 'hang') return
  parentPort.postMessage({ type: 'image', id, image: { index: 0, prompt: request.prompt } })
  parentPort.postMessage({ type: 'ended', id, engineMs: 5 })
})`

const MODEL = { dir: '', stamp: '' }

function queueOfThreads() {
  const script = new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`)
  const source = { cacheDir: '', threads: 1 }
  return createRequestQueue((handlers) => createWorkerThread(source, handlers, script), undefined)
}

function request(prompt: string): ImageRequest {
  return {
    type: 'TTI',
    model: 'm',
    prompt,
    negativePrompt: '',
    width: 64,
    height: 64,
    indexes: [0],
    seed: 0,
    steps: 1,
    guidanceScale: 1,
    sampler: 'Euler',
    loras: [],
  }
}

function collector(): FollowHandlers & { images: EngineImage[] } {
  const images: EngineImage[] = []
  return {
    images,
    onProgress: () => undefined,
    async onImage(image) {
      images.push(image)
    },
  }
}

test('a thread that dies fails its request as retryable; the next one gets a new thread', async () => {
  const queue = queueOfThreads()
  for (const [id, prompt] of [
    ['a', 'crash'],
    ['b', 'throw'],
    ['c', 'draw'],
  ] as const)
    queue.add(id, request(prompt), MODEL)
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c'].map((id) => queue.follow(id, collector())),
  )
  expect(outcomes).toMatchObject([
    { reason: { code: 'engine_failed', retryable: true } },
    { reason: { code: 'engine_failed', message: expect.stringContaining('boom') } },
    { value: { outcome: 'succeeded', engineMs: 5 } },
  ])
  expect(queue.load()).toBe(0)
  await queue.dispose()
})

test('what happened before a follower came is handed over; after the end the request is unknown', async () => {
  const queue = queueOfThreads()
  queue.add('a', request('draw'), MODEL)
  await expect.poll(() => queue.load()).toBe(0)
  const handlers = collector()
  await queue.follow('a', handlers)
  expect(handlers.images).toHaveLength(1)
  await expect(queue.follow('a', collector())).rejects.toMatchObject({
    code: 'operation_lost',
    retryable: true,
  })
  await queue.dispose()
})

test('cancel ends a waiting and a running request, in any number of calls', async () => {
  const queue = queueOfThreads()
  queue.add('running', request('hang'), MODEL)
  queue.add('waiting', request('draw'), MODEL)
  queue.add('next', request('draw'), MODEL)
  const handlers = collector()
  const follows = ['running', 'waiting'].map((id) => queue.follow(id, handlers))
  expect(queue.load()).toBe(3)
  for (const id of ['waiting', 'running', 'running', 'nobody']) queue.cancel(id)
  expect((await Promise.all(follows)).map(({ outcome }) => outcome)).toEqual([
    'cancelled',
    'cancelled',
  ])
  expect(handlers.images).toEqual([])
  expect(await queue.follow('next', handlers)).toMatchObject({ outcome: 'succeeded' })
  await queue.dispose()
})

test('a follower that fails stops the request and gets its own error back', async () => {
  const queue = queueOfThreads()
  queue.add('a', request('draw'), MODEL)
  const failing = { ...collector(), onImage: () => Promise.reject(new Error('disk full')) }
  await expect(queue.follow('a', failing)).rejects.toThrow('disk full')
  await expect(queue.follow('a', failing)).rejects.toMatchObject({ code: 'operation_lost' })
  await queue.dispose()
})

test('nothing is handed over after cancel, not even what has arrived', async () => {
  const queue = queueOfThreads()
  queue.add('a', request('draw'), MODEL)
  await expect.poll(() => queue.load()).toBe(0)
  queue.cancel('a')
  await expect(queue.follow('a', collector())).rejects.toMatchObject({ code: 'operation_lost' })
  await queue.dispose()
})

test('warming up ends when the thread is ready', async () => {
  const queue = queueOfThreads()
  const warm = queue.warmUp(MODEL)
  expect(queue.isStarting()).toBe(true)
  await warm
  expect(queue.isStarting()).toBe(false)
  await queue.dispose()
})
