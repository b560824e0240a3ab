import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playTurns, type ReplayedJob, type ReplayedLine } from './replay-turns.ts'

const USERS = ['a', 'b', 'c', 'd', 'e']
const user = fc.constantFrom(...USERS)

const job = fc.record({
  user,
  cost: fc.integer({ min: 1, max: 5 }),
  /** Of the last order of its person. */
  isOfBatch: fc.boolean(),
  hasReturned: fc.constantFrom(false, false, false, true),
})

/** A job as a replay has it; older ones have lower numbers. */
type Named = ReplayedJob & { hasReturned: boolean }

function named(jobs: readonly (typeof job extends fc.Arbitrary<infer T> ? T : never)[]): Named[] {
  const orders = new Map<string, string>()
  return jobs.map(({ user: person, cost, isOfBatch, hasReturned }, place) => {
    const id = String(place).padStart(4, '0')
    const order = (isOfBatch && orders.get(person)) || id
    orders.set(person, order)
    return {
      id,
      user: person,
      order,
      weight: person === 'a' ? 4 : 1,
      limit: person === 'b' ? 2 : 1,
      cost,
      seconds: cost,
      came: null,
      passed: 0,
      passedBefore: 0,
      hasReturned,
    }
  })
}

const lines = fc.record({
  jobs: fc.array(job, { minLength: 2, maxLength: 30 }),
  running: fc.integer({ min: 0, max: 3 }),
  first: fc.integer({ min: 0, max: 10 }),
  slots: fc.integer({ min: 1, max: 3 }),
  ended: fc.array(fc.tuple(user, fc.integer({ min: 0, max: 12 }))),
  turn: fc.integer({ min: 0, max: 10 }),
  done: fc.integer({ min: 0, max: 40 }),
  allReturn: fc.boolean(),
  asksAll: fc.boolean(),
})

test('a line that jobs have joined goes on as one that is played with them from the start', () => {
  let joined = 0
  fc.assert(
    fc.property(lines, ({ jobs, running, first, slots, ended, allReturn, asksAll, ...line }) => {
      const all = named(jobs)
      const works = all.slice(0, Math.min(running, slots))
      const returns = (one: Named) => allReturn || one.hasReturned
      const lineWith = (waiting: readonly Named[]): ReplayedLine => ({
        line,
        slots,
        waiting,
        running: works.map((one) => ({ job: one, left: one.seconds / 2 })),
        ended: new Map(ended),
        returning: new Set([...works, ...waiting].filter(returns).map((one) => one.user)),
      })
      const from = works.length + first
      let play = playTurns(lineWith(all.slice(works.length, from)))
      for (let count = from; count < all.length; count++) {
        const next = all[count]!
        const waiting = all.slice(works.length, count + 1)
        if (play.join(next, returns(next))) joined++
        else play = playTurns(lineWith(waiting))
        const played = playTurns(lineWith(waiting))
        for (const { id } of asksAll ? waiting : [next])
          expect(play.begins(id)).toEqual(played.begins(id))
      }
    }),
    { numRuns: 300 },
  )
  expect(joined).toBeGreaterThan(100)
})
