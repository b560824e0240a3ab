import { sql } from 'kysely'
import { OwnRating, type PredictionImage } from '#contract/prediction-images.ts'
import {
  findJob,
  findOwnImage,
  type ImageRow,
  type Kinds,
  type PictureDeps,
  presentImages,
  requireNoChild,
} from '#server/domains/jobs/index.ts'
import { type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { Evidence } from './publications/evidence.ts'
import type { PublicationListener } from './publications/listener.ts'
import { publishedSource } from './publications/published-source.ts'
import { stillInTrash } from './trash.ts'

interface ChangeDeps extends PictureDeps {
  db: Db
  kinds: Kinds
  publisher: PublicationListener
  evidence: Pick<Evidence, 'fingerprintOf'>
}

export interface ImageChange {
  is_public?: boolean | undefined
  show_prompt?: boolean | undefined
  own_face?: true | undefined
  rating?: OwnRating | undefined
  is_favorite?: boolean | undefined
  alt?: string | undefined
}

/** From the mildest on; what was never judged is the mildest. */
const STRICTNESS: readonly string[] = ['None', ...OwnRating.options]

/**
 * Changes an own image. Publishing gives it an address; taken back, its public copies are removed, and published again it has
 * another address.
 * @throws {AppError} `not_found` also for a picture of somebody else, public or not; `invalid` for a rating that is milder than
 *   the image was judged, and for `show_prompt` without `is_public`; `permission_denied` for publishing a child
 */
export async function changeImage(
  deps: ChangeDeps,
  userId: string,
  id: string,
  change: ImageChange,
): Promise<PredictionImage> {
  if (!isId(id)) throw notFound()
  const { is_public: isPublic, show_prompt: showsPrompt, own_face, rating, ...rest } = change
  if (showsPrompt !== undefined && !isPublic) {
    throw invalidField('show_prompt', t('library.promptNeedsPublic'))
  }
  if (isPublic) {
    await transact(deps.db, (tx) => requireNoChild(tx, userId, id))
    await admit(deps, userId, id)
  }
  const { publisher, evidence } = deps
  const fingerprint = isPublic ? await evidence.fingerprintOf(id) : null
  const changed = await transact(deps.db, async (tx) => {
    // It may have been stated since.
    if (isPublic) await requireNoChild(tx, userId, id)
    const image = await writeChange(tx, userId, id, change)
    if (!image) return image
    if (isPublic === false) await publisher.withdraw(tx, userId, id)
    const isShownAnew = isPublic || rating !== undefined || rest.alt !== undefined
    if (image.is_public && isShownAnew) {
      const job = await findJob(tx, image.job_id)
      const isOwnFace = own_face === true || isPublic !== true
      const said = { isOwnFace, fingerprint }
      if (job) await publisher.publish(tx, await publishedSource(deps, tx, { image, job, ...said }))
    }
    return image
  })
  if (!changed && rating) await refuseRating(deps, userId, id)
  if (changed?.publication_before && changed.publication_id === null) {
    await deps.media.forgetCopies([changed.publication_before])
  }
  if (changed?.is_public) await publisher.committed(id)
  if (isPublic && changed?.publication_id) deps.media.prepareCopies(changed.publication_id)
  return presentOwn(deps, changed)
}

/** Writes a change, as far as the image is this person's and not judged to be more. */
async function writeChange(
  tx: Tx,
  userId: string,
  id: string,
  change: ImageChange,
): Promise<(ImageRow & { publication_before: string | null }) | undefined> {
  const { is_public: isPublic, show_prompt: showsPrompt, own_face: _said, rating, ...rest } = change
  const allowed = rating && STRICTNESS.slice(0, STRICTNESS.indexOf(rating) + 1)
  let before = tx
    .selectFrom('prediction_images')
    .select(['id as found', 'publication_id as publication_before'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'S')
    .where('deleted_at', 'is', null)
  if (allowed) before = before.where('rating', 'in', allowed)
  return (
    tx
      .updateTable('prediction_images')
      // The id sets nothing new; without it an empty change would be no statement.
      .set({
        id,
        ...rest,
        ...(rating && { rating }),
        ...(isPublic === true && {
          is_public: true,
          publication_id: sql<string>`case when is_public then publication_id else gen_random_uuid() end`,
          shows_prompt: showsPrompt ?? false,
        }),
        ...(isPublic === false && { is_public: false, publication_id: null, shows_prompt: false }),
      })
      .from(before.forUpdate().as('before'))
      .whereRef('id', '=', 'before.found')
      .returningAll('prediction_images')
      .returning('before.publication_before')
      .executeTakeFirst()
  )
}

/** Counts an image that becomes public; what is public already is none. @throws {AppError} `throttled` */
async function admit({ db, publisher }: ChangeDeps, userId: string, id: string): Promise<void> {
  const image = await findOwnImage(db.kysely, userId, id)
  if (image && !image.is_public) await publisher.admit(userId)
}

/** @throws {AppError} `invalid` where the rating is what is wrong */
async function refuseRating({ db }: ChangeDeps, userId: string, id: string): Promise<void> {
  if (await findOwnImage(db.kysely, userId, id))
    throw invalidField('rating', t('library.ratingTooMild'))
}

/**
 * Moves an image to the trash: it is hidden at once.
 * @throws {AppError} `not_found`
 */
export async function removeImage(from: Reader, userId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound()
  const image = await from
    .updateTable('prediction_images')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'S')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!image) throw notFound()
}

/**
 * Brings an image back from the trash; one that is not there is answered as it is.
 * @throws {AppError} `not_found`, also when the time for it is over
 */
export async function restoreImage(
  deps: ChangeDeps,
  userId: string,
  id: string,
): Promise<PredictionImage> {
  if (!isId(id)) throw notFound()
  const image = await deps.db.kysely
    .updateTable('prediction_images')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'S')
    .where((where) =>
      where.or([where('deleted_at', 'is', null), stillInTrash('prediction_images')]),
    )
    .returningAll()
    .executeTakeFirst()
  return presentOwn(deps, image)
}

async function presentOwn(deps: ChangeDeps, image: ImageRow | undefined): Promise<PredictionImage> {
  const job = image && (await findJob(deps.db.kysely, image.job_id))
  if (!image || !job) throw notFound()
  return (await presentImages(deps, deps.db, [{ job, image }]))[0]!
}
