import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ConsentLink } from '#contract/consent-links.ts'
import { transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { paths } from '#contract/paths.ts'
import { t } from '#server/texts/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { publishTraining } from '../present-training.ts'
import { lockOwn } from '../store.ts'

/** Bytes of a token: 256 bits cannot be guessed. */
const TOKEN_BYTES = 32
/** Days in which a link can be answered. */
const OPEN_DAYS = 14

/** What is stored of a token. It is random, so one fast hash is enough. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/**
 * The link under which the person in the photos answers; an earlier one that was not answered stops working. From now on the studio
 * waits for that person, whatever its owner stated.
 * @throws {AppError} `not_found`, `email_not_verified`, `conflict` for a studio of nobody else, or that was answered or started
 */
export async function makeLink(
  deps: StudiosDeps,
  { userId, emailVerified }: Caller,
  id: string,
): Promise<ConsentLink> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expires = await transact(deps.db, async (tx) => {
    const training = await lockOwn(tx, userId, id)
    if (!emailVerified) {
      throw userError('email_not_verified', t('common.verifyEmail'))
    }
    if (training.consent_subject !== 'other') {
      throw userError('conflict', t('studios.needsNoLink'))
    }
    if (training.retrain_of !== null) {
      throw userError('conflict', t('studios.firstAnswerHolds'))
    }
    if (training.status !== 'Not Started' && training.status !== 'Failed') {
      throw userError('conflict', t('studios.startedAlready'))
    }
    const values = {
      token_hash: hashToken(token),
      expires_at: sql<Date>`now() + make_interval(days => ${OPEN_DAYS})`,
    }
    const link = await tx
      .insertInto('consent_links')
      .values({ lora_training_id: id, user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict
          .column('lora_training_id')
          .doUpdateSet(values)
          .where('consent_links.answer', 'is', null),
      )
      .returning('expires_at')
      .executeTakeFirst()
    if (!link) throw userError('conflict', ANSWERED)
    const row = await tx
      .updateTable('lora_trainings')
      .set({ needs_consent: true })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await publishTraining(deps, tx, row)
    return link.expires_at
  })
  return { url: paths.consent.link(token), expires_at: expires.toISOString() }
}

const ANSWERED = t('studios.consentAnswered')

/**
 * Ends a link that was not answered; without one the studio waits on. Who has answered keeps theirs.
 * @throws {AppError} `not_found`, `conflict`
 */
export async function revokeLink(deps: StudiosDeps, userId: string, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const training = await lockOwn(tx, userId, id)
    await tx
      .deleteFrom('consent_links')
      .where('lora_training_id', '=', id)
      .where('user_id', '=', userId)
      .where('answer', 'is', null)
      .execute()
    const left = await tx
      .selectFrom('consent_links')
      .select('answer')
      .where('lora_training_id', '=', id)
      .executeTakeFirst()
    if (left) throw userError('conflict', ANSWERED)
    await publishTraining(deps, tx, training)
  })
}
