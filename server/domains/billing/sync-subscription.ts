import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, transact } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { applySubscription, type Remaining } from './apply-subscription.ts'
import type { PaymentContext } from './context.ts'
import { findCustomer } from './customers.ts'
import { returnRejected } from './return-rejected.ts'

/** Other processes may read the same at the same time. */
const ATTEMPTS = 20
const LONGEST_WAIT_MS = 100
/** How often the provider is told the same again before it is left to the sweep. */
const MOST_REPEATS = 2

async function findVersion({ db, provider }: PaymentContext, id: string): Promise<number | null> {
  const row = await db.kysely
    .selectFrom('subscriptions')
    .select('version')
    .where('provider', '=', provider.name)
    .where('external_id', '=', id)
    .executeTakeFirst()
  return row?.version ?? null
}

/**
 * What somebody else has scheduled meanwhile is refused here and read next time; anything else that is refused is tried
 * again by the sweep.
 * @returns whether it was scheduled
 */
async function scheduleAgain(
  { provider, log }: PaymentContext,
  { change, key }: NonNullable<Remaining['schedules']>,
): Promise<boolean> {
  try {
    await provider.scheduleChange(change, key)
    return true
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'provider_error') throw error
    log.warn({ err: error, subscription: change.subscription.id }, 'A scheduled change was refused')
    return false
  }
}

/** Whether two lists ask the provider for the same things; keys are left out, for they differ with each reading. */
function isSame(one: Remaining, other: Remaining | null): boolean {
  const askedFor = ({ voids, releases, schedules, keeps, cancels }: Remaining) =>
    JSON.stringify([
      voids,
      releases,
      [schedules?.change.plan, schedules?.change.period],
      keeps?.subscription.id,
      cancels,
    ])
  return other !== null && askedFor(one) === askedFor(other)
}

/** What the provider must be told because of what was read. @returns whether anything was told */
async function finish(context: PaymentContext, id: string, todo: Remaining): Promise<boolean> {
  const { provider } = context
  for (const invoice of todo.voids) await provider.voidInvoice(invoice, `void:${invoice}`)
  if (todo.releases) await provider.releaseSchedule(todo.releases, `release:${todo.releases}`)
  if (todo.keeps) await provider.keepGoing(todo.keeps.subscription, todo.keeps.key)
  if (todo.cancels) await provider.cancelNow(id, `cancel:${id}`)
  if (todo.returns) await returnRejected(context, todo.returns)
  const isSet = todo.schedules !== null && (await scheduleAgain(context, todo.schedules))
  return todo.voids.length > 0 || Boolean(todo.releases ?? todo.keeps) || todo.cancels || isSet
}

/** Reads and writes until what was read is the newest. */
async function readAndApply(context: PaymentContext, id: string): Promise<boolean> {
  const { db, provider, log } = context
  let told: Remaining | null = null
  let repeats = 0
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const version = await findVersion(context, id)
    // Invoices first: what the subscription says is then never older than they are.
    const invoices = await provider.listInvoices(id)
    const subscription = await provider.readSubscription(id)
    if (!subscription) return false
    const customer = await findCustomer(db.kysely, provider.name, subscription.customer)
    if (!customer) return false
    const todo = await transact(db, (tx) =>
      applySubscription(tx, context, { customer, subscription, invoices, version }),
    )
    if (todo === 'outdated') {
      await sleep(Math.random() * LONGEST_WAIT_MS)
      continue
    }
    repeats = isSame(todo, told) ? repeats + 1 : 0
    if (repeats === MOST_REPEATS) {
      // The books are right; the provider has not done what it was told, so the sweep tells it again.
      log.error({ subscription: id }, 'The payment provider was told something in vain')
      return true
    }
    if (!(await finish(context, id, todo))) return true
    told = todo
  }
  throw new AppError('unavailable', `Subscription ${id} changes faster than it can be read`, {
    userMessage: t('billing.planUpdating'),
    retryAfterSeconds: 60,
  })
}

/** The reading of a subscription that runs now, and the next one, which all who ask meanwhile share. */
interface Turn {
  now: Promise<boolean>
  next: Promise<boolean> | null
}

const turns = new WeakMap<Db, Map<string, Turn>>()

function takeTurn(open: Map<string, Turn>, id: string, read: () => Promise<boolean>) {
  const turn: Turn = { now: read(), next: null }
  open.set(id, turn)
  const leave = () => {
    if (open.get(id) === turn) open.delete(id)
  }
  turn.now.then(leave, leave)
  return turn.now
}

/**
 * Makes the books say of a subscription what the provider says: periods, credits, status. What was read is applied
 * only if nothing newer was applied meanwhile; else it is read again. Safe to repeat, in any order, by any path. The
 * many events of one change share a reading that begins after all of them.
 * @returns whether it is one of ours
 */
export async function syncSubscription(context: PaymentContext, id: string): Promise<boolean> {
  const open = turns.get(context.db) ?? new Map<string, Turn>()
  turns.set(context.db, open)
  const read = () => readAndApply(context, id)
  const turn = open.get(id)
  if (!turn) return takeTurn(open, id, read)
  turn.next ??= turn.now.catch(() => false).then(() => takeTurn(open, id, read))
  return turn.next
}
