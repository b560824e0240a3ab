import { sql } from 'kysely'
import { type ModelShare, type ModelShares, SHARE_LIMITS } from '#contract/model-shares.ts'
import { requireUnlimited } from '#server/domains/accounts/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { invalidField, userError } from '#server/platform/errors.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import type { Caller } from '#server/platform/route.ts'
import { t, type Text } from '#server/texts/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { lockOwn, readOwn } from '../store.ts'
import { hindranceOf, isForAddress, LIVE, presentShare } from './share-store.ts'

/** Offers of one account: each may write a mail to somebody. */
const PER_OWNER: Limit = { name: 'share-offers', points: 20, seconds: 86_400 }
const PER_ADDRESS: Limit = { name: 'share-offers-to', points: 3, seconds: 86_400 }

const REFUSED: Record<NonNullable<ModelShares['hindrance']>, Text> = {
  public: t('studios.sharedWithAll'),
  child: t('studios.childNeverShared'),
  not_trained: t('studios.onlyTrainedShared'),
  no_consent: t('studios.noConsentToShare'),
}

/**
 * Offers a model to the account of an address. Nothing of what is done or answered here depends on whether there is one: whoever is
 * there is written to by the sweep.
 * @throws {AppError} `not_found`, `email_not_verified`, `account_limited`, `throttled`; `invalid` for the own address; `conflict` for a model that cannot
 * be shared, that is shared with this address, that the address declined, or that is shared with many
 */
export async function offerShare(
  { db, limiter, audit }: StudiosDeps,
  { userId, email: own, emailVerified }: Caller,
  { id, email }: { id: string; email: string },
): Promise<ModelShare> {
  await readOwn(db.kysely, userId, id)
  if (!emailVerified) {
    throw userError('email_not_verified', t('common.verifyEmail'))
  }
  await requireUnlimited(db.kysely, userId)
  const address = email.toLowerCase()
  if (address === own.toLowerCase()) throw invalidField('email', t('studios.ownAddress'))
  await limiter.consume(PER_OWNER, userId)
  await limiter.consume(PER_ADDRESS, `${userId} ${address}`)
  return transact(db, async (tx) => {
    const training = await lockOwn(tx, userId, id)
    const hindrance = await hindranceOf(tx, training)
    if (hindrance) throw userError('conflict', REFUSED[hindrance])
    await tx
      .updateTable('model_shares')
      .set({ state: 'expired', ended_at: sql<Date>`now()` })
      .where('lora_training_id', '=', id)
      .where('state', '=', 'offered')
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute()
    const known = await tx
      .selectFrom('model_shares')
      .select('state')
      .where('lora_training_id', '=', id)
      .where((where) => where.or([where('state', 'in', LIVE), isForAddress(email)]))
      .select(isForAddress(email).as('is_same'))
      .execute()
    const same = known.filter(({ is_same: is }) => is)
    if (same.some(({ state }) => LIVE.includes(state))) {
      throw userError('conflict', t('studios.offeredAlready'))
    }
    if (same.some(({ state }) => state === 'declined')) {
      throw userError('conflict', t('studios.addressDeclined'))
    }
    if (known.filter(({ state }) => LIVE.includes(state)).length >= SHARE_LIMITS.live) {
      throw userError('conflict', t('studios.tooManyShares', { count: SHARE_LIMITS.live }))
    }
    const row = await tx
      .insertInto('model_shares')
      .values({
        lora_training_id: id,
        user_id: userId,
        email,
        expires_at: sql<Date>`now() + make_interval(days => ${SHARE_LIMITS.days})`,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, { actorId: userId, action: 'model_share_offered', share: row })
    return presentShare(row)
  })
}
