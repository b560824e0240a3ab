import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { EngineImage, FollowHandlers, ImageRequest } from '#lib/engine-spec/index.ts'
import { createRequestQueue } from './request-queue.ts'
import { createWorkerProcess } from './worker-process.ts'

/** A process that "draws" as its prompts say: `crash` ends the process, `hang` never ends, others give a picture. */
const SCRIPT = `
process.on('disconnect', () => process.exit())
process.on('message', ({ type, id, request }) => {
  if (type === 'warm-up') return process.send({ type: 'warm' })
  if (type === 'stop') return process.send({ type: 'ended', id, engineMs: 1 })
  if (request.prompt === 'crash') process.exit(3)
  if (request.prompt === 'abort') process.kill(process.pid, 'SIGABRT')
  if (request.prompt === 'hang') return
  process.send({ type: 'image', id, image: { index: 0, prompt: request.prompt } })
  process.send({ type: 'ended', id, engineMs: 5 })
})`

const folder = mkdtempSync(join(tmpdir(), 'atelier-worker-'))
const script = join(folder, 'worker.mjs')
writeFileSync(script, SCRIPT)
afterAll(() => rmSync(folder, { recursive: true }))

const MODEL = { dir: '', stamp: '' }

function queueOfProcesses() {
  const source = { cacheDir: '', threads: 1 }
  return createRequestQueue((handlers) => createWorkerProcess(source, handlers, script), undefined)
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

function collector(): FollowHandlers<EngineImage> & { images: EngineImage[] } {
  const images: EngineImage[] = []
  return {
    images,
    onProgress: () => undefined,
    async onOutput(image) {
      images.push(image)
    },
  }
}

test('a process that dies fails its request as retryable; the next one gets a new one', async () => {
  const queue = queueOfProcesses()
  for (const [id, prompt] of [
    ['a', 'crash'],
    ['b', 'abort'],
    ['c', 'draw'],
  ] as const)
    queue.add(id, request(prompt), MODEL)
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c'].map((id) => queue.follow(id, collector())),
  )
  expect(outcomes).toMatchObject([
    { reason: { code: 'engine_failed', retryable: true } },
    { reason: { code: 'engine_failed', message: expect.stringContaining('SIGABRT') } },
    { value: { outcome: 'succeeded', engineMs: 5 } },
  ])
  expect(queue.load()).toBe(0)
  await queue.dispose()
})

test('what happened before a follower came is handed over; after the end the request is unknown', async () => {
  const queue = queueOfProcesses()
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
  const queue = queueOfProcesses()
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
  const queue = queueOfProcesses()
  queue.add('a', request('draw'), MODEL)
  const failing = { ...collector(), onOutput: () => Promise.reject(new Error('disk full')) }
  await expect(queue.follow('a', failing)).rejects.toThrow('disk full')
  await expect(queue.follow('a', failing)).rejects.toMatchObject({ code: 'operation_lost' })
  await queue.dispose()
})

test('nothing is handed over after cancel, not even what has arrived', async () => {
  const queue = queueOfProcesses()
  queue.add('a', request('draw'), MODEL)
  await expect.poll(() => queue.load()).toBe(0)
  queue.cancel('a')
  await expect(queue.follow('a', collector())).rejects.toMatchObject({ code: 'operation_lost' })
  await queue.dispose()
})

test('warming up ends when the process is ready', async () => {
  const queue = queueOfProcesses()
  const warm = queue.warmUp(MODEL)
  expect(queue.isStarting()).toBe(true)
  await warm
  expect(queue.isStarting()).toBe(false)
  await queue.dispose()
})
