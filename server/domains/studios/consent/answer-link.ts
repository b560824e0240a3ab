import { type Selectable, sql } from 'kysely'
import type { ConsentRequest } from '#contract/consent-links.ts'
import { findRecipient, people } from '#server/domains/accounts/index.ts'
import { type Database, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { addressKey, type Limit } from '#server/platform/rate-limit.ts'
import { t } from '#server/texts/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { publishTraining } from '../present-training.ts'
import { finishRemoval, markRemoved } from '../remove-training.ts'
import { endShares } from '../sharing/end-shares.ts'
import { lockStudio } from '../sharing/share-store.ts'
import { photosOf, type TrainingRow } from '../store.ts'
import { consentMail } from './consent-mails.ts'
import { hashToken } from './make-link.ts'

type Link = Selectable<Database['consent_links']>
type Answer = 'agree' | 'decline' | 'allow_sharing' | 'end_sharing' | 'withdraw'

interface Given {
  token: string
  answer: Answer
  /** With `agree`: whether the model may be shared with other accounts. */
  sharing?: boolean | undefined
  ip: string
}

/** Most calls of one IP address, reading and answering together: more is guessing. */
const PER_ADDRESS: Limit = { name: 'consent-link', points: 120, seconds: 600 }

/** What a link asks. @throws {AppError} `throttled`; `not_found` for one that is forged, replaced, revoked or over */
export async function readRequest(
  deps: StudiosDeps,
  token: string,
  ip: string,
): Promise<ConsentRequest> {
  await deps.limiter.consume(PER_ADDRESS, addressKey(ip))
  const { kysely } = deps.db
  return present(deps, kysely, await findLink(kysely, token))
}

/**
 * Writes the answer of the person in the photos. The same answer twice is given once; who has agreed may change what they said of
 * sharing, which ends the shares there are; who withdraws has the studio deleted with everything in it, whatever it is doing.
 * @throws {AppError} `throttled`, `not_found` as {@link readRequest}, `conflict` after another answer
 */
export async function answerLink(
  deps: StudiosDeps,
  { token, answer, sharing = false, ip }: Given,
): Promise<ConsentRequest> {
  await deps.limiter.consume(PER_ADDRESS, addressKey(ip))
  const { kysely } = deps.db
  const removed = await transact(deps.db, async (tx) => {
    const link = await findLink(tx, token)
    if (answer === 'withdraw') return withdraw(deps, tx, link)
    if (answer === 'agree' || answer === 'decline') {
      return decide(deps, tx, link, { answer, sharing: answer === 'agree' && sharing })
    }
    return changeSharing(deps, tx, link, answer === 'allow_sharing')
  })
  // Killed before this is done, the sweep does it.
  for (const training of removed) await finishRemoval(deps, training)
  return present(deps, kysely, await findLink(kysely, token))
}

/** @throws {AppError} `not_found` */
async function findLink(reader: Reader, token: string): Promise<Link> {
  const link = await reader
    .selectFrom('consent_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where((where) =>
      where.or([where('answer', 'is not', null), where('expires_at', '>', sql<Date>`now()`)]),
    )
    .executeTakeFirst()
  if (!link) throw notFound()
  // What was never answered leaves nothing to tell of, once its studio is gone.
  if (link.answer === null && (await studiosOf(reader, link)).every(isGone)) throw notFound()
  return link
}

const isGone = ({ deleted_at: at }: TrainingRow): boolean => at !== null

/** The studio that was asked for, and the one that was trained of it once more. */
const studiosOf = (reader: Reader, { lora_training_id: id }: Link): Promise<TrainingRow[]> =>
  reader
    .selectFrom('lora_trainings')
    .selectAll()
    .where((where) => where.or([where('id', '=', id), where('retrain_of', '=', id)]))
    .orderBy('id')
    .execute()

async function decide(
  deps: StudiosDeps,
  tx: Tx,
  link: Link,
  { answer, sharing }: { answer: 'agree' | 'decline'; sharing: boolean },
): Promise<never[]> {
  const given = answer === 'agree' ? 'agreed' : 'declined'
  const row = await tx
    .updateTable('consent_links')
    .set({ answer: given, allows_sharing: sharing, answered_at: sql<Date>`now()` })
    .where('token_hash', '=', link.token_hash)
    .where('answer', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
  if (!row) {
    await requireAnswer(tx, link, given)
    return []
  }
  const studios = (await studiosOf(tx, row)).filter((studio) => !isGone(studio))
  for (const studio of studios) await publishTraining(deps, tx, studio)
  await tell(deps, tx, { link: row, studio: studios[0], given })
  return []
}

/** Makes sure that the answer of a link is `given`, as when two answered at once. @throws {AppError} `conflict`, `not_found` */
async function requireAnswer(tx: Tx, link: Link, given: Link['answer']): Promise<void> {
  const now = await tx
    .selectFrom('consent_links')
    .select('answer')
    .where('token_hash', '=', link.token_hash)
    .executeTakeFirst()
  if (!now) throw notFound()
  if (now.answer !== given) {
    throw userError('conflict', t('studios.answeredDifferently'))
  }
}

/** Who has agreed allows sharing from now on, or ends it with every share there is. @throws {AppError} `conflict` */
async function changeSharing(
  deps: StudiosDeps,
  tx: Tx,
  link: Link,
  isAllowed: boolean,
): Promise<never[]> {
  const row = await tx
    .updateTable('consent_links')
    .set({ allows_sharing: isAllowed })
    .where('token_hash', '=', link.token_hash)
    .where('answer', '=', 'agreed')
    .returningAll()
    .executeTakeFirst()
  if (!row) throw userError('conflict', t('studios.onlyAgreedDecides'))
  if (isAllowed) return []
  for (const studio of await lockStudios(tx, row)) {
    await endShares(deps, tx, studio, { by: 'consent' })
  }
  return []
}

/** Those of a link that are there. */
async function lockStudios(tx: Tx, link: Link): Promise<TrainingRow[]> {
  // The first one is locked before the others are looked for: a second training is made under the same lock.
  await lockStudio(tx, link.lora_training_id)
  const ids = (await studiosOf(tx, link)).map(({ id }) => id)
  return tx
    .selectFrom('lora_trainings')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** @returns the studios whose files are to be removed */
async function withdraw(deps: StudiosDeps, tx: Tx, link: Link): Promise<TrainingRow[]> {
  const row = await tx
    .updateTable('consent_links')
    .set({ answer: 'withdrawn', answered_at: sql<Date>`now()` })
    .where('token_hash', '=', link.token_hash)
    .where('answer', 'in', ['agreed', 'declined'])
    .returningAll()
    .executeTakeFirst()
  if (!row) {
    await requireAnswer(tx, link, 'withdrawn')
    return []
  }
  const studios = await lockStudios(tx, row)
  await tell(deps, tx, { link: row, studio: studios[0], given: 'withdrawn' })
  const removed: TrainingRow[] = []
  for (const studio of studios) removed.push(await markRemoved(deps, tx, studio, 'consent'))
  return removed
}

/** Writes to the owner of a studio, with the answer. */
async function tell(
  { mailer, siteOfUser }: StudiosDeps,
  tx: Tx,
  {
    link,
    studio,
    given,
  }: { link: Link; studio: TrainingRow | undefined; given: NonNullable<Link['answer']> },
): Promise<void> {
  const owner = studio && (await findRecipient(tx, link.user_id))
  if (!owner) return
  const { id, project_name: name } = studio
  await mailer.send(tx, consentMail(siteOfUser(owner), owner.email, { id, name, given }))
}

async function present(
  { keepDays }: StudiosDeps,
  reader: Reader,
  link: Link,
): Promise<ConsentRequest> {
  const [studios, owner] = await Promise.all([
    studiosOf(reader, link),
    reader
      .selectFrom(people.as('owner'))
      .select(['first_name', 'last_name'])
      .where('id', '=', link.user_id)
      .executeTakeFirst(),
  ])
  const first = studios[0]
  if (!first || !owner) throw notFound()
  const receipts = studios.flatMap(({ receipt }) => receipt ?? [])
  const isOver = studios.every(isGone)
  const sum = (count: (receipt: (typeof receipts)[number]) => number) =>
    receipts.reduce((all, receipt) => all + count(receipt), 0)
  const photos = await photosOf(
    reader,
    studios.filter((studio) => !isGone(studio)).map(({ id }) => id),
  )
  return {
    state: link.answer === 'withdrawn' ? 'withdrawn' : isOver ? 'deleted' : (link.answer ?? 'open'),
    account: `${owner.first_name} ${owner.last_name}`.trim(),
    object_type: first.object_type,
    photos: photos.length,
    keep_days: keepDays,
    expires_at: link.expires_at.toISOString(),
    answered_at: link.answered_at?.toISOString() ?? null,
    sharing: link.allows_sharing,
    receipt: isOver
      ? {
          photos: sum((one) => one.photos),
          samples: sum((one) => one.samples),
          models: sum((one) => Number(one.model !== null)),
          shares: sum((one) => one.shares ?? 0),
          is_complete: receipts.every((one) => one.completed_at !== null),
        }
      : null,
  }
}
