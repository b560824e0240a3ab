import { sql } from 'kysely'
import { findRecipient } from '#server/domains/accounts/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { StudiosDeps } from '../deps.ts'
import type { TrainingRow } from '../store.ts'
import { shareEndedMail } from './share-mails.ts'
import { LIVE, lockStudio, type ShareRow } from './share-store.ts'

type EndedBy = NonNullable<ShareRow['ended_by']>

/**
 * Ends shares and offers of a studio that the transaction has locked: from its commit on no guest can order or begin anything with the
 * model. Those who used it are told.
 * @param which left out: all of them
 * @returns how many were live
 */
export async function endShares(
  deps: Pick<StudiosDeps, 'audit' | 'events' | 'mailer' | 'siteOfUser'>,
  tx: Tx,
  { id: training, user_id: owner, project_name: name }: TrainingRow,
  { by, which }: { by: EndedBy; which?: string },
): Promise<number> {
  let ending = tx
    .updateTable('model_shares')
    .set({ state: 'withdrawn', ended_by: by, ended_at: sql<Date>`now()` })
    .where('lora_training_id', '=', training)
    .where('state', 'in', LIVE)
  if (which !== undefined) ending = ending.where('id', '=', which)
  const ended = await ending.returningAll().execute()
  for (const share of ended) {
    const { guest_id: guest } = share
    const actors = { owner, deleted: owner, guest, consent: null }
    await deps.audit(tx, { actorId: actors[by], action: 'model_share_ended', share })
    deps.events.publish(tx, owner, 'model_share', { id: share.id, state: share.state })
    if (guest === null) continue
    deps.events.publish(tx, guest, 'model_share', { id: share.id, state: share.state })
    // Who gave it back knows.
    const recipient = by === 'guest' ? null : await findRecipient(tx, guest)
    if (!recipient) continue
    await deps.mailer.send(
      tx,
      shareEndedMail(deps.siteOfUser(recipient), recipient.email, { name }),
    )
  }
  return ended.length
}

/** Takes a model back, or an offer of it; one that has ended stays as it is. @throws {AppError} `not_found` */
export async function revokeShare(deps: StudiosDeps, userId: string, id: string): Promise<void> {
  const found = isId(id)
    ? await deps.db.kysely
        .selectFrom('model_shares')
        .select('lora_training_id')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    : undefined
  if (!found) throw notFound()
  await transact(deps.db, async (tx) => {
    const training = await lockStudio(tx, found.lora_training_id)
    if (training) await endShares(deps, tx, training, { by: 'owner', which: id })
  })
}
