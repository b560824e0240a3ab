import { expect, test } from 'vitest'
import { createFairSlots } from './fair-slots.ts'

/** Work that ends when the test says so, and what was begun so far. */
function startAll(slots: ReturnType<typeof createFairSlots>, names: string[]) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const runs = names.map((name) =>
    slots.run(name.slice(0, -1), new AbortController().signal, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    }),
  )
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, end, runs }
}

test('one of each owner runs at a time, and turns go round', async () => {
  const slots = createFairSlots({ running: 2, waiting: 10 })
  const { begun, end, runs } = startAll(slots, ['ann1', 'ann2', 'ann3', 'bob1', 'bob2', 'eve1'])
  await end('nothing')
  expect(begun).toEqual(['ann1', 'bob1'])
  await end('ann1')
  expect(begun).toEqual(['ann1', 'bob1', 'eve1'])
  await end('eve1')
  await end('bob1')
  expect(begun).toEqual(['ann1', 'bob1', 'eve1', 'ann2', 'bob2'])
  for (const name of ['ann2', 'bob2', 'ann3']) await end(name)
  await Promise.all(runs)
})

test('who waits can leave, and too many are turned away', async () => {
  const slots = createFairSlots({ running: 1, waiting: 1 })
  const { end, runs } = startAll(slots, ['ann1'])
  const leaving = new AbortController()
  const left = slots.run('ann', leaving.signal, async () => 'ran')
  await expect(
    slots.run('bob', new AbortController().signal, async () => 'ran'),
  ).rejects.toMatchObject({ code: 'unavailable' })
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  const next = slots.run('bob', new AbortController().signal, async () => 'ran')
  await end('ann1')
  await Promise.all(runs)
  expect(await next).toBe('ran')
})
