import { sql } from 'kysely'
import type { SharedModel } from '#contract/model-shares.ts'
import { findRecipient } from '#server/domains/accounts/index.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { StudiosDeps } from '../deps.ts'
import type { TrainingRow } from '../store.ts'
import { endShares } from './end-shares.ts'
import { isForGuest, presentShared } from './list-shared.ts'
import { shareAnsweredMail } from './share-mails.ts'
import { hindranceOf, lockStudio, type ShareRow } from './share-store.ts'

type Answer = 'accept' | 'decline' | 'give_back'

const LEADS_TO = { accept: 'accepted', decline: 'declined', give_back: 'withdrawn' } as const

/**
 * Writes what the guest answers. The same answer twice is given once; of two different ones at once, or of an answer and what its
 * owner does, the first counts.
 * @throws {AppError} `not_found` for an offer to somebody else; `conflict` for one that is over, or was answered otherwise
 */
export async function answerShare(
  deps: StudiosDeps,
  caller: Caller,
  { id, answer }: { id: string; answer: Answer },
): Promise<SharedModel> {
  const { kysely } = deps.db
  const { lora_training_id: studio } = await findForGuest(kysely, caller, id)
  await transact(deps.db, async (tx) => {
    const training = await lockStudio(tx, studio)
    const share = await findForGuest(tx, caller, id)
    if (!training) throw notFound()
    const done =
      answer === 'give_back'
        ? share.state === 'accepted' &&
          (await endShares(deps, tx, training, { by: 'guest', which: id }))
        : await decide(deps, tx, { training, share, caller, answer })
    if (!done && share.state !== LEADS_TO[answer]) {
      throw userError('conflict', t('studios.offerEnded'))
    }
  })
  return presentShared(deps, await findForGuest(kysely, caller, id))
}

/** @throws {AppError} `not_found` */
async function findForGuest(reader: Reader, caller: Caller, id: string): Promise<ShareRow> {
  const row = isId(id)
    ? await reader
        .selectFrom('model_shares')
        .selectAll()
        .where('id', '=', id)
        .where(isForGuest(caller))
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound()
  return row
}

/** @returns undefined when the offer was not open any more */
async function decide(
  deps: StudiosDeps,
  tx: Tx,
  {
    training,
    share: { id },
    caller: { userId },
    answer,
  }: { training: TrainingRow; share: ShareRow; caller: Caller; answer: 'accept' | 'decline' },
): Promise<ShareRow | undefined> {
  if (answer === 'accept') await requireFree(tx, training, { id, userId })
  const state = LEADS_TO[answer]
  const row = await tx
    .updateTable('model_shares')
    .set({ state, guest_id: userId, answered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'offered')
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await deps.audit(tx, { actorId: userId, action: `model_share_${state}`, share: row })
  deps.events.publish(tx, row.user_id, 'model_share', { id, state })
  deps.events.publish(tx, userId, 'model_share', { id, state })
  const owner = await findRecipient(tx, row.user_id)
  if (owner) {
    const { email, lora_training_id: studio } = row
    const told = { id: studio, name: training.project_name, email, answer }
    await deps.mailer.send(tx, shareAnsweredMail(deps.siteOfUser(owner), owner.email, told))
  }
  return row
}

/** @throws {AppError} `conflict` for a model that may not be shared any more, or that this account has already */
async function requireFree(
  tx: Tx,
  training: TrainingRow,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const isShareable = training.deleted_at === null && (await hindranceOf(tx, training)) === null
  if (!isShareable) throw userError('conflict', t('studios.notSharedAnyMore'))
  const other = await tx
    .selectFrom('model_shares')
    .select('id')
    .where('lora_training_id', '=', training.id)
    .where('guest_id', '=', userId)
    .where('state', '=', 'accepted')
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other || training.user_id === userId) {
    throw userError('conflict', t('studios.usedAlready'))
  }
}
