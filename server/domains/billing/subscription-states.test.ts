import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assertTransition,
  type StateColumns,
  stateOf,
  type SubscriptionState,
  TRANSITIONS,
} from './subscription-states.ts'

const STATUSES = ['active', 'past_due', 'ended'] as const
const BOOLEANS = [false, true]
const DAY = new Date('2026-11-01T00:00:00Z')
const LATER = new Date(Date.now() + 3_600_000)

/** All that the columns can say: 3 statuses, 5 booleans, and whether 3 others are set. */
const COMBINATIONS: StateColumns[] = STATUSES.flatMap((status) =>
  BOOLEANS.flatMap((runsOut) =>
    BOOLEANS.flatMap((ends) =>
      BOOLEANS.flatMap((planned) =>
        BOOLEANS.flatMap((keeps) =>
          BOOLEANS.flatMap((clears) =>
            BOOLEANS.flatMap((returned) =>
              BOOLEANS.flatMap((paused) =>
                BOOLEANS.map((changing) => ({
                  status,
                  runs_out: runsOut,
                  cancel_at: ends ? DAY : null,
                  scheduled_plan: planned ? ('basic' as const) : null,
                  keeps_scheduled: keeps,
                  clears_scheduled: clears,
                  returned,
                  grants_paused: paused,
                  changing_until: changing ? LATER : null,
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
)

/** status, runs_out -> life */
const LIVES: [StateColumns['status'], boolean, SubscriptionState['life'] | 'illegal'][] = [
  ['active', false, 'active'],
  ['active', true, 'running_out'],
  ['past_due', false, 'past_due'],
  ['past_due', true, 'illegal'],
  ['ended', false, 'ended'],
  ['ended', true, 'ended'],
]

/** scheduled_plan, keeps_scheduled, clears_scheduled -> schedule */
const SCHEDULES: [boolean, boolean, boolean, SubscriptionState['schedule'] | 'illegal'][] = [
  [false, false, false, 'none'],
  [false, false, true, 'to_be_removed'],
  [false, true, false, 'illegal'],
  [false, true, true, 'illegal'],
  [true, false, false, 'planned'],
  [true, false, true, 'illegal'],
  [true, true, false, 'to_be_restored'],
  [true, true, true, 'illegal'],
]

const lifeOf = (row: StateColumns) =>
  LIVES.find(([status, runsOut]) => status === row.status && runsOut === row.runs_out)?.[2]
const scheduleOf = (row: StateColumns) =>
  SCHEDULES.find(
    ([planned, keeps, clears]) =>
      planned === (row.scheduled_plan !== null) &&
      keeps === row.keeps_scheduled &&
      clears === row.clears_scheduled,
  )?.[3]

describe('the state that columns say', () => {
  const isLegal = (row: StateColumns) => lifeOf(row) !== 'illegal' && scheduleOf(row) !== 'illegal'

  it('is in the table for every legal combination of them', () => {
    for (const row of COMBINATIONS.filter(isLegal)) {
      expect(stateOf(row)).toEqual({
        life: lifeOf(row),
        schedule: scheduleOf(row),
        course: row.cancel_at ? 'ends' : 'renews',
        money: row.returned ? 'returned' : 'kept',
        grants: row.grants_paused ? 'paused' : 'flowing',
        lease: row.changing_until ? 'changing' : 'free',
      })
    }
  })

  it('is refused for every other one', () => {
    const illegal = COMBINATIONS.filter((row) => !isLegal(row))
    // Of 6 x 8 pairs of life and schedule, 5 x 4 are legal; each pair comes with 2^4 of the rest.
    expect([COMBINATIONS.length, illegal.length]).toEqual([768, 28 * 16])
    for (const row of illegal) {
      expect(() => stateOf({ ...row, id: 'S1' })).toThrow('Subscription S1 contradicts itself')
    }
  })

  it('has no lease that is over', () => {
    const changing_until = new Date(Date.now() - 1000)
    expect(stateOf({ ...COMBINATIONS[0]!, changing_until }).lease).toBe('free')
  })
})

const parts = Object.keys(TRANSITIONS) as (keyof SubscriptionState)[]
const legal = COMBINATIONS.filter((row) => {
  const found = [lifeOf(row), scheduleOf(row)]
  return !found.includes('illegal')
}).map((row) => stateOf(row))
const state = fc.constantFrom(...legal)

function isRefused(before: SubscriptionState, after: SubscriptionState): boolean {
  try {
    assertTransition('S1', before, after)
    return false
  } catch {
    return true
  }
}

const isAllowed = (part: keyof SubscriptionState, from: string, to: string) =>
  from === to || (TRANSITIONS[part] as Record<string, readonly string[]>)[from]!.includes(to)

describe('transitions', () => {
  it('reach every state, and leave every one', () => {
    for (const part of parts) {
      const table = TRANSITIONS[part] as Record<string, readonly string[]>
      const states = new Set(legal.map((one) => one[part] as string))
      expect(new Set(Object.keys(table))).toEqual(states)
      expect(new Set(Object.values(table).flat())).toEqual(states)
      for (const next of Object.values(table)) expect(next.length).toBeGreaterThan(0)
    }
  })

  it('refuse what would lose money or a plan', () => {
    const now = legal[0]!
    const refuses = (before: Partial<SubscriptionState>, after: Partial<SubscriptionState>) =>
      expect(() => assertTransition('S1', { ...now, ...before }, { ...now, ...after })).toThrow(
        /Subscription S1: its \w+ cannot go from \w+ to \w+/,
      )
    // What has ended is never merely late again, and what runs out here never renews.
    refuses({ life: 'ended' }, { life: 'past_due' })
    refuses({ life: 'running_out' }, { life: 'active' })
    refuses({ life: 'running_out' }, { life: 'past_due' })
    // Only what was planned can be planned again.
    refuses({ schedule: 'none' }, { schedule: 'to_be_restored' })
    refuses({ schedule: 'to_be_removed' }, { schedule: 'to_be_restored' })
  })

  it('are refused if and only if a part of them is not in the table (property)', () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        const isLegal = parts.every((part) => isAllowed(part, before[part], after[part]))
        expect(isRefused(before, after)).toBe(!isLegal)
      }),
      { numRuns: 2000 },
    )
  })
})

it('is written by one file only', () => {
  const files = globSync('server/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  const writing = files.filter((file) =>
    /(updateTable|insertInto|deleteFrom)\(\s*'subscriptions|(update|insert into|delete from) subscriptions\b/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(writing).toEqual(['server/domains/billing/subscription-states.ts'])
})
