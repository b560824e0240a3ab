import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ShotCounts, verdictOf } from './judge-run.ts'

/** Sets of up to 80 shots, each of which passed, may still, was canceled or came to nothing. */
const sets = fc
  .array(fc.constantFrom('passed', 'open', 'canceled', 'failed'), { minLength: 1, maxLength: 80 })
  .map((shots) => ({
    shots,
    countOf: (kind: string) => shots.filter((one) => one === kind).length,
  }))

interface SetOfShots {
  shots: readonly string[]
  countOf(kind: string): number
}

const countsOf = ({ shots, countOf }: SetOfShots, hasDelivered: boolean): ShotCounts => ({
  shots: shots.length,
  passed: countOf('passed'),
  open: countOf('open'),
  canceled: countOf('canceled'),
  hasDelivered: hasDelivered || countOf('passed') > 0,
})

test('money never goes back once three quarters passed, and always does when fewer did in the end', () => {
  fc.assert(
    fc.property(sets, (set) => {
      const { passed, shots } = countsOf(set, false)
      const share = passed / shots
      const verdict = verdictOf({ ...countsOf(set, false), canceled: 0 })
      const last = verdictOf({ ...countsOf(set, false), canceled: 0, open: 0 })
      const isEnough = share >= 0.75
      expect(last).toBe(isEnough ? 'kept' : 'returned')
      expect(verdict === 'kept').toBe(isEnough)
    }),
    { numRuns: 2000 },
  )
})

test('what is decided early is what comes out in the end, however the open shots end', () => {
  fc.assert(
    fc.property(sets, fc.boolean(), fc.nat(80), (set, hasDelivered, some) => {
      const counts = countsOf(set, hasDelivered)
      const early = verdictOf(counts)
      const more = Math.min(some, counts.open)
      const passed = counts.passed + more
      const later = { ...counts, passed, open: counts.open - more }
      expect(verdictOf(later)).toBe(early ?? verdictOf(later))
      const last = verdictOf({ ...later, open: 0 })
      expect(last).toBe(early ?? last)
      expect(verdictOf({ ...counts, open: 0 })).not.toBeNull()
    }),
    { numRuns: 2000 },
  )
})

test('who ends a set that has delivered is not given its money back for that; who had nothing is', () => {
  const counts = { shots: 40, passed: 0, open: 0, canceled: 40 }
  expect(verdictOf({ ...counts, hasDelivered: false })).toBe('returned')
  expect(verdictOf({ ...counts, passed: 1, canceled: 39, hasDelivered: true })).toBe('kept')
  expect(verdictOf({ ...counts, passed: 1, canceled: 28, hasDelivered: true })).toBe('returned')
})
