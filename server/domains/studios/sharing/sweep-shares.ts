import { sql, type SqlBool } from 'kysely'
import { findRecipient, people } from '#server/domains/accounts/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { shareOfferedMail } from './share-mails.ts'

const BATCH = 50

/**
 * Writes to the accounts that offers are for, each once, and ends those that nobody answered. An offer to an address without an account
 * waits for one, or for the proof of it, as long as it is open.
 */
export async function sweepShares(deps: StudiosDeps): Promise<void> {
  const { db, events, mailer, siteOfUser, log } = deps
  await db.kysely
    .updateTable('model_shares')
    .set({ state: 'expired', ended_at: sql<Date>`now()` })
    .where('state', '=', 'offered')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  const untold = await db.kysely
    .selectFrom('model_shares as share')
    .innerJoin(people.as('guest'), (join) =>
      join.on(sql<SqlBool>`lower(guest.email) = lower(share.email)`),
    )
    .innerJoin(people.as('owner'), 'owner.id', 'share.user_id')
    .select(['share.id', 'guest.id as guest', 'owner.email as owner', 'share.expires_at'])
    .where('share.state', '=', 'offered')
    .where('share.told_at', 'is', null)
    .where('guest.email_verified_at', 'is not', null)
    .where('guest.closing_at', 'is', null)
    .limit(BATCH)
    .execute()
  for (const { id, guest, owner, expires_at: until } of untold) {
    await transact(db, async (tx) => {
      const row = await tx
        .updateTable('model_shares')
        .set({ told_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('state', '=', 'offered')
        .where('told_at', 'is', null)
        .returning('state')
        .executeTakeFirst()
      const recipient = row && (await findRecipient(tx, guest))
      if (!recipient) return
      await mailer.send(
        tx,
        shareOfferedMail(siteOfUser(recipient), recipient.email, { owner, until }),
      )
      events.publish(tx, guest, 'model_share', { id, state: row.state })
    }).catch((error: unknown) =>
      log.warn({ err: error, share: id }, 'nobody could be told of an offer'),
    )
  }
}
