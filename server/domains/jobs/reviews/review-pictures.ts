import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { promptOf } from '#contract/drawing-parameters.ts'
import { pictureReviews, type PictureReview } from '#contract/picture-reviews.ts'
import type { Media } from '#server/domains/media/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'

interface ReviewDeps {
  db: Db
  media: Media
}

interface ReviewQuery extends KeysetQuery {
  state: PictureReview['state']
}

const reviews = (db: Db['kysely'] | Tx) =>
  db
    .selectFrom('picture_reviews as review')
    .innerJoin('prediction_images as image', 'image.id', 'review.image_id')
    .innerJoin('inference_jobs as job', 'job.id', 'image.job_id')
    .innerJoin(people.as('owner'), 'owner.id', 'review.user_id')
    .select([
      'review.id',
      'review.image_id',
      'review.verdict',
      'review.state',
      'review.scores',
      'review.created_at',
      'review.decided_at',
      'image.storage_key',
      'image.deleted_at',
      'job.parameters',
      'owner.email',
    ])

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>['executeTakeFirstOrThrow']>>

function present(media: Media, row: ReviewRow): PictureReview {
  const isThere = row.storage_key !== null && row.deleted_at === null
  return {
    id: row.id,
    image: row.image_id,
    verdict: row.verdict,
    state: row.state,
    scores: row.scores as PictureReview['scores'],
    url: isThere ? media.pictureUrl({ storageKey: row.storage_key! }) : null,
    prompt: promptOf(row.parameters) ?? '',
    owner: row.email,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

/**
 * One page of the pictures that wait for the staff's word, or have it; newest first.
 * @throws {AppError} `invalid` for a cursor that is none
 */
export async function listReviews(
  { db, media }: ReviewDeps,
  query: ReviewQuery,
): Promise<{ next: string | null; previous: string | null; results: PictureReview[] }> {
  const rows = reviews(db.kysely).where('review.state', '=', query.state)
  const { path } = pictureReviews.list
  const { items, ...links } = await readPage(rows, { id: 'review.id', path, query, usually: 40 })
  return { ...links, results: items.map((row) => present(media, row)) }
}

/**
 * Records what a person saw. `allow` shows the picture plainly to its owner; what was blocked stays so, for it was
 * neither kept nor paid.
 * @throws {AppError} `not_found`; `conflict` when somebody else has decided
 */
export async function decideReview(
  { db, media }: ReviewDeps,
  staffId: string,
  id: string,
  decision: 'allow' | 'confirm',
): Promise<PictureReview> {
  if (!isId(id)) throw notFound()
  const { review, withdrawn } = await transact(db, async (tx) => {
    const decided = await tx
      .updateTable('picture_reviews')
      .set({
        state: decision === 'allow' ? 'allowed' : 'confirmed',
        decided_by: staffId,
        decided_at: sql`now()`,
      })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning(['image_id', 'verdict'])
      .executeTakeFirst()
    const row = await reviews(tx).where('review.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    if (!decided) throw userError('conflict', t('common.imageDecided'))
    const { image_id: image, verdict } = decided
    const ended = verdict === 'sensitive' ? await followDecision(tx, image, decision) : []
    return { review: present(media, row), withdrawn: ended }
  })
  await media.forgetCopies(withdrawn)
  return review
}

/** @returns the publications that ended by it */
async function followDecision(
  tx: Tx,
  image: string,
  decision: 'allow' | 'confirm',
): Promise<string[]> {
  const rows = await tx
    .updateTable('prediction_images')
    .set(
      decision === 'allow'
        ? { rating: 'PG' }
        : { is_public: false, publication_id: null, shows_prompt: false },
    )
    .from((from) =>
      from
        .selectFrom('prediction_images')
        .select(['id as found', 'publication_id as publication'])
        .where('id', '=', image)
        .forUpdate()
        .as('before'),
    )
    .whereRef('id', '=', 'before.found')
    .returning('before.publication')
    .execute()
  if (decision === 'allow') return []
  return rows.map(({ publication }) => publication).filter((id) => id !== null)
}
