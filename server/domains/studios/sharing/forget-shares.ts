import { sql } from 'kysely'
import type { ExportedShare } from '#contract/model-shares.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import type { Caller } from '#server/platform/route.ts'
import type { StudiosDeps } from '../deps.ts'
import { endShares } from './end-shares.ts'
import { isForGuest } from './list-shared.ts'
import { isForAddress, lockStudio, presentShare } from './share-store.ts'

/**
 * For an account that is being deleted, while its address is still known: offers to it, and what is left of earlier ones. What it uses
 * is left to {@link forgetShares}.
 */
export async function forgetOffers(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('model_shares')
    .where('state', '!=', 'accepted')
    .where(isForAddress(email))
    .execute()
}

/** For the deletion of an account: it uses nobody's model any more, and no row names it. Safe to repeat. */
export async function forgetShares(deps: StudiosDeps, userId: string): Promise<void> {
  const used = await deps.db.kysely
    .selectFrom('model_shares')
    .select(['id', 'lora_training_id'])
    .where('guest_id', '=', userId)
    .execute()
  for (const { id, lora_training_id: studio } of used) {
    await transact(deps.db, async (tx) => {
      const training = await lockStudio(tx, studio)
      if (training) await endShares(deps, tx, training, { by: 'guest', which: id })
      await tx.deleteFrom('model_shares').where('id', '=', id).execute()
    })
  }
}

/** Every share of somebody, as owner and as guest, for the copy of their data. */
export async function* everyShare(
  { db }: Pick<StudiosDeps, 'db'>,
  caller: Pick<Caller, 'userId' | 'email' | 'emailVerified'>,
): AsyncGenerator<ExportedShare, void> {
  const rows = await db.kysely
    .selectFrom('model_shares')
    .selectAll()
    .select(sql<boolean>`user_id = ${caller.userId}`.as('is_own'))
    .where((where) => where.or([where('user_id', '=', caller.userId), isForGuest(caller)(where)]))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const role = row.is_own ? 'owner' : 'guest'
    yield { ...presentShare(row), role, lora_training: row.lora_training_id }
  }
}
