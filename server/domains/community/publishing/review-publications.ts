import { sql } from 'kysely'
import type { WaitingPublication } from '#contract/publications.ts'
import { publications } from '#contract/publications.ts'
import { transact, type Reader } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { decideWaiting, type Decision } from '../decide-waiting.ts'
import type { CommunityDeps } from '../deps.ts'
import { notify } from '../notifications/notify.ts'
import { ratingOf } from '../ratings.ts'

const USUAL = 40

const rowsOf = (reader: Reader) =>
  reader
    .selectFrom('community_images as image')
    .innerJoin('community_creators as creator', 'creator.id', 'image.creator_id')
    .select(['image.id', 'image.url', 'image.width', 'image.height', 'image.alt', 'image.rating'])
    .select(['image.prompt', 'image.state', 'image.flagged', 'image.created_at'])
    .select(['image.creator_id', 'image.image_id', 'creator.name', 'creator.avatar'])
    .select('creator.user_id')
    // What may show a minor is decided with its report.
    .where(
      sql<boolean>`not exists (select from community_reports r where r.item_id = image.id
        and r.state = 'open' and r.reason = 'minor' and r.hidden_at is not null)`,
    )

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

const present = (
  { creator_id: creator, name, avatar, image_id: image, user_id: _owner, ...row }: Row,
  urls: ReadonlyMap<string, string>,
): WaitingPublication => ({
  ...row,
  // What is withheld has no public address.
  url: (image === null ? undefined : urls.get(image)) ?? row.url,
  rating: ratingOf(row.rating),
  creator: { id: creator, name, picture: avatar },
  created_at: row.created_at.toISOString(),
})

/** One page of what waits for the staff, or was hidden by it. @throws {AppError} `invalid` for a cursor that is none */
export async function listWaiting(
  { db, evidence }: CommunityDeps,
  query: KeysetQuery & { state: 'scanning' | 'hidden' },
): Promise<{ next: string | null; previous: string | null; results: WaitingPublication[] }> {
  const rows = rowsOf(db.kysely).where('image.state', '=', query.state)
  const { path } = publications.waiting
  const { items, ...links } = await readPage(rows, { id: 'image.id', path, query, usually: USUAL })
  const urls = await evidence.urlsOf(
    db.kysely,
    items.flatMap(({ image_id: image }) => image ?? []),
  )
  return { ...links, results: items.map((item) => present(item, urls)) }
}

/** Publishes or hides what waits. @throws {AppError} `not_found`; `conflict` where somebody was first, or its owner took it back */
export async function decidePublication(
  deps: CommunityDeps,
  staffId: string,
  decision: Decision,
): Promise<WaitingPublication> {
  const { db, audit, evidence } = deps
  const { id, action } = decision
  return transact(db, async (tx) => {
    await decideWaiting(tx, audit, 'image', staffId, decision)
    const row = await rowsOf(tx).where('image.id', '=', id).executeTakeFirst()
    if (!row) throw userError('conflict', t('community.decideReportFirst'))
    if (row.image_id !== null) await evidence.withhold(tx, row.image_id, action === 'hide')
    if (row.user_id !== null)
      await notify(deps, tx, {
        userId: row.user_id,
        kind: action === 'hide' ? 'hidden' : 'published',
        imageId: id,
      })
    return present(row, await evidence.urlsOf(tx, row.image_id === null ? [] : [row.image_id]))
  })
}

/** How an own image stands in what everybody can explore; null: it was never published. */
export async function readOwnPublication(
  { db }: CommunityDeps,
  userId: string,
  image: string,
): Promise<Pick<WaitingPublication, 'id' | 'state' | 'rating'> | null> {
  const row = isId(image)
    ? await db.kysely
        .selectFrom('community_images as image')
        .innerJoin('community_creators as creator', 'creator.id', 'image.creator_id')
        .select(['image.id', 'image.state', 'image.rating'])
        .where('image.image_id', '=', image)
        .where('creator.user_id', '=', userId)
        .executeTakeFirst()
    : undefined
  return row ? { ...row, rating: ratingOf(row.rating) } : null
}
