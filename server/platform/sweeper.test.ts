import { expect, test, vi } from 'vitest'
import { createLogger } from './log.ts'
import type { SetAside } from './set-aside.ts'
import { createSweeper } from './sweeper.ts'

const log = createLogger({ level: 'silent' })

/** Nothing rests long enough to come back. */
function inMemory(): Pick<SetAside, 'of' | 'put' | 'remove'> {
  const items = new Set<string>()
  return {
    of: async (kind) =>
      new Map(
        [...items]
          .filter((key) => key.startsWith(`${kind}:`))
          .map((key) => [key.slice(kind.length + 1), true]),
      ),
    put: async ({ kind, item }) => void items.add(`${kind}:${item}`),
    remove: async ({ kind, item }) => void items.delete(`${kind}:${item}`),
  }
}

test('an item that always fails keeps no other from its turn, and is set aside after five failures', async () => {
  const sweeper = createSweeper({ setAside: inMemory(), log })
  const done: string[] = []
  const sweep = () =>
    sweeper.sweep({
      kind: 'jobs',
      find: async (setAside) => ['bad', 'good'].filter((id) => !setAside.includes(id)),
      idOf: (id) => id,
      async act(id) {
        done.push(id)
        if (id === 'bad') throw new Error('always')
      },
    })
  for (let round = 0; round < 7; round++) await sweep()
  expect(done.filter((id) => id === 'good')).toHaveLength(7)
  expect(done.filter((id) => id === 'bad')).toHaveLength(5)
})

test('kinds are counted apart, and a success is a new beginning', async () => {
  const sweeper = createSweeper({ setAside: inMemory(), log })
  let isBroken = true
  const tries: string[] = []
  const sweep = (kind: string) =>
    sweeper.sweep({
      kind,
      find: async (setAside) => (setAside.includes('one') ? [] : ['one']),
      idOf: (id) => id,
      async act() {
        tries.push(kind)
        if (isBroken) throw new Error('now and then')
      },
    })
  for (let round = 0; round < 4; round++) await sweep('jobs')
  isBroken = false
  await sweep('jobs')
  isBroken = true
  for (let round = 0; round < 4; round++) await sweep('jobs')
  for (let round = 0; round < 4; round++) await sweep('runs')
  isBroken = false
  await sweep('jobs')
  await sweep('runs')
  expect(tries.filter((kind) => kind === 'jobs')).toHaveLength(10)
  expect(tries.filter((kind) => kind === 'runs')).toHaveLength(5)
})

test('a kind stops at its budget of time, and goes on in the next round', async () => {
  const sweeper = createSweeper({ setAside: inMemory(), log, budgetMs: 20 })
  const done: number[] = []
  const sweep = () =>
    sweeper.sweep({
      kind: 'slow',
      find: async () => [1, 2, 3, 4],
      idOf: String,
      async act(item) {
        done.push(item)
        await new Promise((resolve) => setTimeout(resolve, 30))
      },
    })
  for (let round = 0; round < 5; round++) await sweep()
  expect(done).toEqual([1, 2, 3, 4, 1])
})

test('a kind that always throws delays the next by less than four seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const sweeper = createSweeper({ setAside: inMemory(), log })
    const began = performance.now()
    let delay = Infinity
    const round = async () => {
      await sweeper.sweep({
        kind: 'bad',
        find: async (setAside) =>
          Array.from({ length: 100 }, (_, at) => `bad ${at}`).filter(
            (id) => !setAside.includes(id),
          ),
        idOf: (id) => id,
        async act() {
          await new Promise((resolve) => setTimeout(resolve, 700))
          throw new Error('always')
        },
      })
      await sweeper.sweep({
        kind: 'good',
        find: async () => ['one'],
        idOf: (id) => id,
        act: async () => (delay = performance.now() - began),
      })
    }
    const done = round()
    await vi.advanceTimersByTimeAsync(60_000)
    await done
    expect(delay).toBeLessThan(4000)
  } finally {
    vi.useRealTimers()
  }
})

test('a kind whose items cannot be looked for keeps no other from its turn', async () => {
  const sweeper = createSweeper({ setAside: inMemory(), log })
  const idOf = (id: string) => id
  await sweeper.sweep({
    kind: 'bad',
    find: () => Promise.reject(new Error('no such column')),
    idOf,
    act: async () => {},
  })
  const done: string[] = []
  await sweeper.sweep({
    kind: 'good',
    find: async () => ['one'],
    idOf,
    act: async (id) => done.push(id),
  })
  expect(done).toEqual(['one'])
})
