import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCircuitBreaker } from '#server/platform/circuit-breaker.ts'
import { guardEngine } from './guard-engine.ts'
import {
  type Engine,
  EngineError,
  type ImageEngine,
  type ImageRequest,
  type ToolEngine,
  type WordsEngine,
} from './spec/index.ts'

const MINUTE = 60_000

function createClock() {
  let time = 1_000_000
  return { now: () => time, pass: (ms: number) => (time += ms) }
}

test('five failures in a minute open it, one request tries after 30 s, each failed trial doubles the rest', () => {
  const clock = createClock()
  const breaker = createCircuitBreaker(clock.now)
  for (let i = 0; i < 4; i++) breaker.record('failed')
  expect(breaker.admit()).toBe(true)
  breaker.record('failed')
  expect(breaker.admit()).toBe(false)
  const rests = [30, 60, 120, 240, 480, 600, 600]
  for (const seconds of rests) {
    clock.pass(seconds * 1000 - 1)
    expect(breaker.admit()).toBe(false)
    clock.pass(1)
    expect(breaker.admit()).toBe(true)
    expect(breaker.admit()).toBe(false)
    breaker.record('failed')
  }
  clock.pass(10 * MINUTE)
  expect(breaker.admit()).toBe(true)
  breaker.record('succeeded')
  expect(breaker.restsUntil()).toBeNull()
  for (let i = 0; i < 5; i++) breaker.record('failed')
  clock.pass(30_000)
  expect(breaker.admit()).toBe(true)
})

test('an engine that refuses the key rests at once', () => {
  const clock = createClock()
  const breaker = createCircuitBreaker(clock.now)
  breaker.record('refused')
  expect(breaker.admit()).toBe(false)
  clock.pass(30_000)
  expect(breaker.admit()).toBe(true)
  breaker.record('refused')
  clock.pass(59_999)
  expect(breaker.admit()).toBe(false)
})

test('failures that lie apart never open it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 15_001, max: 100_000 }), { maxLength: 60 }), (gaps) => {
      const clock = createClock()
      const breaker = createCircuitBreaker(clock.now)
      for (const gap of gaps) {
        breaker.record('failed')
        expect(breaker.admit()).toBe(true)
        clock.pass(gap)
      }
    }),
  )
})

test('an engine whose circuit is open offers nothing, refuses at once and says so', async () => {
  const clock = createClock()
  let fails = true
  const image = {
    stopsAtOnce: true,
    models: async () => [{ id: 'm' }],
    start: async () => ({ engine: 'acme', id: '1' }),
    cancel: async () => undefined,
    follow: async () => {
      if (fails)
        throw new EngineError('engine_failed', 'broken', { retryable: true, userMessage: '' })
      return { outcome: 'succeeded', engineMs: 1 }
    },
  } as unknown as ImageEngine
  const acme: Engine = {
    name: 'acme',
    image,
    health: async () => ({ state: 'ready', detail: null, load: 0 }),
    dispose: async () => undefined,
  }
  const engine = guardEngine(acme, {
    breaker: createCircuitBreaker(clock.now),
    now: clock.now,
  })
  const handlers = { onProgress: () => undefined, onOutput: async () => undefined }
  const draw = async () =>
    engine.image!.follow(await engine.image!.start({} as ImageRequest), handlers)
  expect(await engine.image!.models()).toHaveLength(1)
  for (let i = 0; i < 5; i++) await expect(draw()).rejects.toMatchObject({ message: 'broken' })
  await expect(draw()).rejects.toMatchObject({ code: 'engine_resting', retryable: true })
  expect(await engine.image!.models()).toEqual([])
  expect(await engine.health()).toMatchObject({ state: 'down' })
  clock.pass(30_000)
  fails = false
  expect(await engine.image!.models()).toHaveLength(1)
  expect(await draw()).toMatchObject({ outcome: 'succeeded' })
  expect(await engine.health()).toMatchObject({ state: 'ready' })
})

test('what is not written, or not in time, counts as a failure of the server', async () => {
  const clock = createClock()
  let write: WordsEngine['write'] = async (_request, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw signal.reason
  }
  const models: WordsEngine['models'] = async () => [
    { task: 'improve_prompt', id: 'writer', name: 'Writer', licence: '' },
  ]
  const acme: Engine = {
    name: 'acme',
    words: { models, write: (request, signal) => write(request, signal) },
    health: async () => ({ state: 'ready', detail: null, load: 0 }),
    dispose: async () => undefined,
  }
  const engine = guardEngine(acme, { breaker: createCircuitBreaker(clock.now), now: clock.now })
  const ask = () =>
    engine.words!.write({ task: 'improve_prompt', prompt: 'a fox' }, AbortSignal.timeout(1))
  for (let i = 0; i < 5; i++)
    await expect(ask()).rejects.toMatchObject({ code: 'engine_unreachable' })
  await expect(ask()).rejects.toMatchObject({ code: 'engine_resting' })
  expect(await engine.words!.models()).toEqual([])
  clock.pass(30_000)
  write = async () => ({ text: 'a red fox' })
  expect(await ask()).toEqual({ text: 'a red fox' })
  expect(await engine.words!.models()).toHaveLength(1)
})

test('what one process finds, the others adopt, and each change is told once', () => {
  const clock = createClock()
  const told: string[] = []
  const watcher = {
    opened: ({ restMs }: { restMs: number }) => void told.push(`open ${restMs}`),
    closed: () => void told.push('closed'),
  }
  const one = createCircuitBreaker(clock.now, watcher)
  const other = createCircuitBreaker(clock.now)
  for (let i = 0; i < 6; i++) one.record('failed')
  const circuit = { until: clock.now() + 30_000, restMs: 30_000 }
  other.adopt(circuit)
  expect(other.admit()).toBe(false)
  clock.pass(30_000)
  expect(one.admit()).toBe(true)
  expect(other.admit()).toBe(true)
  one.record('failed')
  other.adopt({ until: clock.now() + 60_000, restMs: 60_000 })
  expect(other.admit()).toBe(false)
  clock.pass(60_000)
  expect(one.admit()).toBe(true)
  one.record('succeeded')
  one.record('succeeded')
  other.adopt(null)
  expect(other.restsUntil()).toBeNull()
  expect(told).toEqual(['open 30000', 'open 60000', 'closed'])
})

test('an engine that is paused offers nothing, and finishes what it was given', async () => {
  const image = {
    models: async () => [{ id: 'm' }],
    start: async () => ({ engine: 'acme', id: '1' }),
    follow: async () => ({ outcome: 'succeeded', engineMs: 1 }),
  } as unknown as ImageEngine
  const acme: Engine = {
    name: 'acme',
    image,
    health: async () => ({ state: 'ready', detail: null, load: 0 }),
    dispose: async () => undefined,
  }
  let reason: 'paused' | null = 'paused'
  const engine = guardEngine(acme, { breaker: createCircuitBreaker(), closedBy: () => reason })
  expect(await engine.image!.models()).toEqual([])
  expect(await engine.health()).toMatchObject({ state: 'ready', closedBy: 'paused' })
  expect(await engine.image!.start({} as ImageRequest)).toEqual({ engine: 'acme', id: '1' })
  reason = null
  expect(await engine.image!.models()).toHaveLength(1)
})

test('an engine that is paused or rests selects nothing', async () => {
  const clock = createClock()
  const breaker = createCircuitBreaker(clock.now)
  const selected = { mask: new Uint8Array(), ms: 1 }
  const tool = {
    models: async () => [],
    selects: async () => true,
    select: async () => selected,
  } as unknown as ToolEngine
  const acme: Engine = {
    name: 'acme',
    tool,
    health: async () => ({ state: 'ready', detail: null, load: 0 }),
    dispose: async () => undefined,
  }
  let reason: 'paused' | 'draining' | null = null
  const guarded = guardEngine(acme, { breaker, closedBy: () => reason, now: clock.now }).tool!
  const picture = { key: 'a', read: async () => new Uint8Array() }
  const offered = async () => [await guarded.selects!(), await guarded.select!(picture, [])]
  expect(await offered()).toEqual([true, selected])
  for (reason of ['paused', 'draining'] as const) expect(await offered()).toEqual([false, null])
  reason = null
  for (let i = 0; i < 5; i++) breaker.record('failed')
  expect(await offered()).toEqual([false, null])
  clock.pass(30_000)
  expect(await offered()).toEqual([true, selected])

  const without = { models: async () => [] } as unknown as ToolEngine
  const none = guardEngine({ ...acme, tool: without }, { breaker, now: clock.now }).tool!
  expect(await none.selects!()).toBe(false)
})
