import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** A row of `subscriptions`. Only this file writes that table. */
export type Subscription = Selectable<Database['subscriptions']>

/**
 * The state of a subscription: six parts that change independently of each other. It is stored in the columns that
 * `stateOf` reads; nothing else is remembered of it.
 */
export interface SubscriptionState {
  /**
   * `running_out`: the provider has ended it because its money went back, but that refund failed. So it is paid, and
   * runs to the end of its period here alone.
   */
  life: 'active' | 'past_due' | 'running_out' | 'ended'
  /** What the end of the paid period brings. */
  course: 'renews' | 'ends'
  /**
   * What begins then instead of the same plan. `to_be_restored`: an upgrade that waits for its payment has removed the
   * planned change at the provider; it is set again if the upgrade is not paid. `to_be_removed`: an upgrade was paid, and
   * what was planned before it is still to be removed at the provider.
   */
  schedule: 'none' | 'planned' | 'to_be_restored' | 'to_be_removed'
  /** `returned`: all money of the running period went back, so the provider is told to end it. */
  money: 'kept' | 'returned'
  /** `paused`: a payment of the running period is disputed, so no further month is granted. */
  grants: 'flowing' | 'paused'
  /** `changing`: one request changes it at the provider right now; nobody else may. */
  lease: 'free' | 'changing'
}

type Part = keyof SubscriptionState
type Transitions = { [P in Part]: Record<SubscriptionState[P], readonly SubscriptionState[P][]> }

/** To which other states each state may go. To stay is always allowed. */
export const TRANSITIONS: Transitions = {
  life: {
    active: ['past_due', 'running_out', 'ended'],
    past_due: ['active', 'running_out', 'ended'],
    running_out: ['ended'],
    // Resumed at the provider in the last moment, or ended for a refund that then failed.
    ended: ['active', 'running_out'],
  },
  course: { renews: ['ends'], ends: ['renews'] },
  schedule: {
    none: ['planned', 'to_be_removed'],
    planned: ['none', 'to_be_restored', 'to_be_removed'],
    to_be_restored: ['none', 'planned', 'to_be_removed'],
    to_be_removed: ['none', 'planned'],
  },
  money: { kept: ['returned'], returned: ['kept'] },
  grants: { flowing: ['paused'], paused: ['flowing'] },
  lease: { free: ['changing'], changing: ['free'] },
}

/** The columns that say the state. */
export type StateColumns = Pick<
  Subscription,
  | 'status'
  | 'runs_out'
  | 'cancel_at'
  | 'scheduled_plan'
  | 'keeps_scheduled'
  | 'clears_scheduled'
  | 'returned'
  | 'grants_paused'
  | 'changing_until'
>

/** By `status` and `runs_out`; null: cannot be. That it ran out means nothing once it has ended. */
const LIVES: Record<
  Subscription['status'],
  Record<`${boolean}`, SubscriptionState['life'] | null>
> = {
  active: { false: 'active', true: 'running_out' },
  past_due: { false: 'past_due', true: null },
  ended: { false: 'ended', true: 'ended' },
}

/** By whether there is a `scheduled_plan`, `keeps_scheduled` and `clears_scheduled`; what is missing cannot be. */
const SCHEDULES: Record<string, SubscriptionState['schedule']> = {
  'false false false': 'none',
  'true false false': 'planned',
  'true true false': 'to_be_restored',
  'false false true': 'to_be_removed',
}

/**
 * The state that the columns of a row say.
 * @throws {AppError} `internal` for columns that contradict each other
 */
export function stateOf(row: StateColumns & { id?: string }): SubscriptionState {
  const { scheduled_plan: planned, keeps_scheduled: keeps, clears_scheduled: clears } = row
  const life = LIVES[row.status][`${row.runs_out}`]
  const schedule = SCHEDULES[`${planned !== null} ${keeps} ${clears}`]
  if (!life || !schedule) {
    throw new AppError(
      'internal',
      `Subscription ${row.id ?? '(new)'} contradicts itself: ${row.status}, runs_out ${row.runs_out}, ` +
        `scheduled_plan ${planned}, keeps_scheduled ${keeps}, clears_scheduled ${clears}`,
      { userMessage: null },
    )
  }
  return {
    life,
    schedule,
    course: row.cancel_at === null ? 'renews' : 'ends',
    money: row.returned ? 'returned' : 'kept',
    grants: row.grants_paused ? 'paused' : 'flowing',
    lease: isChanging(row) ? 'changing' : 'free',
  }
}

/** Whether a change of this subscription is being made at the provider right now. */
export const isChanging = ({ changing_until: until }: Pick<Subscription, 'changing_until'>) =>
  until !== null && until.getTime() > Date.now()

/** @throws {AppError} `internal` for a step that `TRANSITIONS` does not have */
export function assertTransition(
  id: string,
  before: SubscriptionState,
  after: SubscriptionState,
): void {
  for (const part of Object.keys(TRANSITIONS) as Part[]) {
    const [from, to] = [before[part], after[part]]
    const allowed: readonly string[] = (TRANSITIONS[part] as Record<string, readonly string[]>)[
      from
    ]!
    if (from !== to && !allowed.includes(to)) {
      throw new AppError(
        'internal',
        `Subscription ${id}: its ${part} cannot go from ${from} to ${to}`,
        { userMessage: null },
      )
    }
  }
}

/** Columns that have to be as they were read for a change of one of them to be written. */
const COMPARED_TOGETHER: (keyof SubscriptionChange)[][] = [
  ['status', 'runs_out'],
  ['scheduled_plan', 'keeps_scheduled', 'clears_scheduled'],
  ['returned'],
  ['grants_paused'],
  ['credit_months_granted'],
  ['version'],
]

/** Everything but whose it is, and the lease, which `claimChange` gives. */
export type SubscriptionChange = Partial<
  Omit<Subscription, 'id' | 'user_id' | 'provider' | 'created_at' | 'changing_until'>
>

/** No other plan begins when the paid period ends. */
export const NOTHING_SCHEDULED = {
  scheduled_plan: null,
  scheduled_period: null,
  scheduled_price: null,
  scheduled_price_id: null,
} as const satisfies SubscriptionChange

/** The lifecycle is compared always, other columns with those that change. */
function comparedColumns(change: SubscriptionChange): (keyof SubscriptionChange)[] {
  return COMPARED_TOGETHER.filter(
    (columns, index) => index === 0 || columns.some((column) => column in change),
  ).flat()
}

/**
 * The only way to change a subscription: compares and sets.
 * @param row as it was read
 * @returns the row after it
 * @throws {AppError} `internal` for a transition that is not allowed, `conflict` when it was changed meanwhile
 */
export async function changeSubscription(
  from: Reader | Tx,
  row: Subscription,
  change: SubscriptionChange,
): Promise<Subscription> {
  assertTransition(row.id, stateOf(row), stateOf({ ...row, ...change }))
  let update = from.updateTable('subscriptions').set(change).where('id', '=', row.id)
  for (const column of comparedColumns(change)) {
    update = update.where(column, 'is not distinct from', row[column])
  }
  const changed = await update.returningAll().executeTakeFirst()
  if (changed) return changed
  throw new AppError('conflict', `Subscription ${row.id} was changed by somebody else meanwhile`, {
    userMessage: t('billing.planChangedMeanwhile'),
  })
}

/** A new subscription begins: active, with nothing planned, paused or returned. */
export async function openSubscription(
  tx: Tx,
  values: Omit<Insertable<Database['subscriptions']>, 'status'>,
): Promise<Subscription> {
  return await tx
    .insertInto('subscriptions')
    .values({ ...values, status: 'active' })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends it, whatever it is; what has ended already stays as it is. */
export async function endSubscription(
  tx: Tx,
  row: Subscription,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  await changeSubscription(tx, row, { status: 'ended', ended_at: at, end_reason: reason })
}

/**
 * Ends all of these providers, whatever they are, with nothing planned any more.
 * @returns how many
 */
export async function endSubscriptionsOf(tx: Tx, providers: readonly string[]): Promise<number> {
  const ended = await tx
    .updateTable('subscriptions')
    .set({
      status: 'ended',
      ended_at: sql<Date>`money_now()`,
      ...NOTHING_SCHEDULED,
      version: sql<number>`version + 1`,
    })
    .where('provider', 'in', providers)
    .where('status', '<>', 'ended')
    .returning('id')
    .execute()
  return ended.length
}

/** Longest time that one change at the provider takes. */
const LEASE_SECONDS = 60

/**
 * Takes the right to change the subscription at the provider; it is over by itself if this process dies.
 * @returns until when, for `releaseChange`
 * @throws {AppError} `conflict` while another change runs
 */
export async function claimChange(from: Reader, { id }: Pick<Subscription, 'id'>): Promise<Date> {
  const claimed = await from
    .updateTable('subscriptions')
    .set({
      changing_until: sql<Date>`date_trunc('milliseconds', now()) + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .where('id', '=', id)
    .where(sql<SqlBool>`(changing_until is null or changing_until < now())`)
    .returning('changing_until')
    .executeTakeFirst()
  if (claimed?.changing_until) return claimed.changing_until
  throw userError('conflict', t('billing.changeInProgress'))
}

/** Gives that right back, unless it was over and somebody else has it now. */
export async function releaseChange(
  from: Reader,
  { id }: Pick<Subscription, 'id'>,
  until: Date,
): Promise<void> {
  await from
    .updateTable('subscriptions')
    .set({ changing_until: null })
    .where('id', '=', id)
    .where('changing_until', '=', until)
    .execute()
}
