import { type Db, type Reader, transact } from '#server/platform/db/index.ts'
import { endSubscriptionsOf } from './subscription-states.ts'
import { inEnglish, t, type Text } from '#server/texts/index.ts'
import { OperatorError } from '#lib/operator-error.ts'

/** What the app's own test payments are called where plans say who takes the money for them. */
export const TEST_PROVIDER = 'test'

const STRIPE_TEST = 'stripe-test'
/** Those who take no real money. */
const TEST_PROVIDERS = [TEST_PROVIDER, STRIPE_TEST]

/** Whether real money is taken by this key of Stripe. */
export const isLiveKey = (key: string): boolean => !/^[a-z]+_test_/.test(key)

/** What Stripe is called in the books by the mode of its key: what is bought with a test key costs nothing. */
export const nameOfStripe = (key: string): string => (isLiveKey(key) ? 'stripe' : STRIPE_TEST)

async function countTestPlans(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('subscriptions')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('provider', 'in', TEST_PROVIDERS)
    .where('status', '<>', 'ended')
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Why a key of Stripe may not be used: who has a plan of the test payments would keep it without ever paying.
 * @returns null: it may
 */
export async function faultOfStripeKey(reader: Reader, key: string): Promise<Text | null> {
  if (!isLiveKey(key)) return null
  const count = await countTestPlans(reader)
  return count === 0 ? null : t('billing.testPlansOpen', { count })
}

/** @throws {OperatorError} where a live key is set beside open plans of the test payments */
export async function requireNoTestPlans(db: Db, key: string): Promise<void> {
  const fault = await faultOfStripeKey(db.kysely, key)
  if (fault !== null)
    throw new OperatorError(`STRIPE_SECRET_KEY is a live key. ${inEnglish(fault)}`)
}

/**
 * Ends every plan of the test payments. The credits that came with them stay until they expire.
 * @returns how many
 */
export function forgetTestPlans(db: Db): Promise<number> {
  return transact(db, (tx) => endSubscriptionsOf(tx, TEST_PROVIDERS))
}
