import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Books, setClock } from '#tests/support/books.ts'
import { withBooks } from '#tests/support/with-books.ts'
import { transact } from '#server/platform/db/index.ts'
import {
  changeSubscription,
  claimChange,
  endSubscription,
  releaseChange,
  stateOf,
  type Subscription,
  type SubscriptionChange,
  TRANSITIONS,
} from './subscription-states.ts'

let books: Books
let user: string

withBooks((...now) => ([books, user] = now), '2026-10-31T18:00:00Z')

/**
 * Rows as installations from before this state machine have written them: the columns in words, since nothing of today's
 * code may have a part in them.
 */
const OLD_ROWS = {
  'a plan that somebody pays for': '',
  'cancelled, until its period is over': `cancel_at = renews_at`,
  'a smaller plan planned': `scheduled_plan = 'basic', scheduled_period = 'monthly', schedule_id = 'sub_sched_1'`,
  'an upgrade that waits for its payment': `scheduled_plan = 'basic', scheduled_period = 'monthly',
    keeps_scheduled = true, changing_until = now() - interval '1 hour'`,
  'an upgrade that removed what was planned': `clears_scheduled = true, schedule_id = 'sub_sched_1'`,
  'a renewal that failed': `status = 'past_due'`,
  'a renewal that failed, planned to change': `status = 'past_due', scheduled_plan = 'basic', scheduled_period = 'yearly'`,
  'all money gone back': `returned = true`,
  'a dispute': `grants_paused = true`,
  'running out here alone': `runs_out = true, returned = true, cancel_at = renews_at`,
  'ended after it ran out': `status = 'ended', ended_at = renews_at, end_reason = 'over', runs_out = true,
    returned = true, cancel_at = renews_at`,
  'ended for its refund': `status = 'ended', ended_at = now(), end_reason = 'refunded', returned = true`,
  'ended by itself': `status = 'ended', ended_at = now(), end_reason = 'over', cancel_at = renews_at`,
  'another took its place': `status = 'ended', ended_at = now(), end_reason = 'replaced'`,
}

/** @param old assignments of SQL */
async function insertOld(old: string): Promise<Subscription> {
  const { rows } = await books.db.pool.query<{ id: string }>(
    `insert into subscriptions (user_id, plan, monthly_credits, period, status, anchor, period_start, renews_at, provider, external_id,
       created_at, credit_months_granted, version, paid_by, paid_at)
     values ($1::uuid, 'starter', 5000, 'monthly', 'active', '2026-10-31T18:00:00.123456Z', '2026-10-31T18:00:00.123456Z',
       '2026-11-30T18:00:00.123456Z', 'test', 'sub_' || $1::uuid, '2026-10-31T18:00:00.123456Z', 1, 7, 'in_1',
       '2026-10-31T18:00:00.123456Z') returning id`,
    [user],
  )
  const { id } = rows[0]!
  if (old) await books.db.pool.query(`update subscriptions set ${old} where id = $1`, [id])
  return readRow(id)
}

const readRow = (id: string): Promise<Subscription> =>
  books.db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const change = (row: Subscription, values: SubscriptionChange) =>
  transact(books.db, (tx) => changeSubscription(tx, row, values))

it.each(Object.entries(OLD_ROWS))('takes over an old row: %s', async (_name, old) => {
  const row = await insertOld(old)
  const { life } = stateOf(row)
  // What no part of the state is in stays, and the row can be changed and ended as a fresh one can.
  const next = await change(row, { version: row.version + 1, credit_months_granted: 2 })
  expect(next).toEqual({ ...row, version: 8, credit_months_granted: 2 })
  await transact(books.db, (tx) =>
    endSubscription(tx, next, { at: row.renews_at, reason: 'replaced' }),
  )
  const ended = await readRow(row.id)
  expect(stateOf(ended).life).toBe('ended')
  const allowed: readonly string[] = TRANSITIONS.life[life]
  const late = change(row.status === 'ended' ? ended : row, { status: 'past_due' })
  // Either the table refuses it, or it lost against the end.
  await expect(late).rejects.toMatchObject({
    code: allowed.includes('past_due') || life === 'past_due' ? 'conflict' : 'internal',
  })
  expect(await readRow(row.id)).toEqual(ended)
})

it.each(Object.entries(OLD_ROWS))(
  'ends an old row only if it does not renew: %s',
  async (_name, old) => {
    const row = await insertOld(old)
    const { life, course } = stateOf(row)
    await setClock(books.db, '2026-12-02T00:00:00Z')
    await books.balance(user)
    expect(stateOf(await readRow(row.id)).life).toBe(course === 'ends' ? 'ended' : life)
  },
)

it('writes nothing where a transition is not allowed', async () => {
  const row = await insertOld(OLD_ROWS['running out here alone'])
  for (const values of [
    { runs_out: false },
    { status: 'past_due' },
    { keeps_scheduled: true },
    { keeps_scheduled: true, scheduled_plan: 'basic' },
    { clears_scheduled: true, keeps_scheduled: true },
  ] satisfies SubscriptionChange[]) {
    await expect(change(row, values)).rejects.toMatchObject({ code: 'internal' })
  }
  expect(await readRow(row.id)).toEqual(row)
})

/** Which columns are compared for a change. */
const CHANGES: [part: string, values: SubscriptionChange][] = [
  ['life', { status: 'past_due' }],
  ['life', { status: 'ended', end_reason: 'cancelled' }],
  ['money', { returned: true }],
  ['grants', { grants_paused: true }],
  ['schedule', { scheduled_plan: 'basic', scheduled_period: 'monthly' }],
  ['schedule', { clears_scheduled: true }],
  ['months', { credit_months_granted: 2 }],
  ['version', { version: 8 }],
]
const anyChange = fc.constantFrom(...CHANGES)

const codesOf = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code?: unknown }).code] : [],
  )

it('has one winner of two that change the same, and loses nothing of two that do not', async () => {
  await fc.assert(
    fc.asyncProperty(anyChange, anyChange, async ([partOfOne, one], [partOfOther, other]) => {
      await books.db.pool.query('delete from subscriptions where user_id = $1', [user])
      const row = await insertOld('')
      const done = await Promise.allSettled([change(row, one), change(row, other)])
      const won = [one, other].filter((_, index) => done[index]?.status === 'fulfilled')
      // Life is compared with every change: who comes after it may lose, too.
      const parts = [partOfOne, partOfOther]
      const most = partOfOne === partOfOther ? 1 : 2
      expect(won.length).toBeLessThanOrEqual(most)
      expect(won.length).toBeGreaterThanOrEqual(parts.includes('life') ? 1 : most)
      expect(new Set(codesOf(done))).toEqual(new Set(won.length < 2 ? ['conflict'] : []))
      // Who lost has changed nothing; who won has all of it there.
      expect(await readRow(row.id)).toEqual(Object.assign({ ...row }, ...won))
    }),
    { numRuns: 60 },
  )
})

it('gives the right to change to one, and takes it back from that one only', async () => {
  const row = await insertOld('')
  const claims = await Promise.allSettled([1, 2, 3].map(() => claimChange(books.db.kysely, row)))
  expect(codesOf(claims)).toEqual(['conflict', 'conflict'])
  const [until = row.anchor] = claims.flatMap((claim) =>
    claim.status === 'fulfilled' ? [claim.value] : [],
  )
  expect(stateOf(await readRow(row.id)).lease).toBe('changing')
  // Somebody whose time was over does not end the change of the next one.
  await releaseChange(books.db.kysely, row, new Date(until.getTime() - 1))
  expect((await readRow(row.id)).changing_until).toEqual(until)
  await releaseChange(books.db.kysely, row, until)
  expect((await readRow(row.id)).changing_until).toBeNull()
})
