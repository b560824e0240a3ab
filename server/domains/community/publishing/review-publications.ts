import type { WaitingPublication } from '#contract/publications.ts'
import { publications } from '#contract/publications.ts'
import { transact, type Reader } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { CommunityDeps } from '../deps.ts'
import { changePublication } from '../publication.ts'
import { ratingOf } from '../ratings.ts'

const USUAL = 40

const rowsOf = (reader: Reader) =>
  reader
    .selectFrom('community_images as image')
    .innerJoin('community_creators as creator', 'creator.id', 'image.creator_id')
    .select(['image.id', 'image.url', 'image.width', 'image.height', 'image.alt', 'image.rating'])
    .select(['image.prompt', 'image.state', 'image.flagged', 'image.created_at'])
    .select(['image.creator_id', 'creator.name', 'creator.avatar'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

const present = ({ creator_id: creator, name, avatar, ...row }: Row): WaitingPublication => ({
  ...row,
  rating: ratingOf(row.rating),
  creator: { id: creator, name, picture: avatar },
  created_at: row.created_at.toISOString(),
})

/** One page of what waits for the staff, or was hidden by it. @throws {AppError} `invalid` for a cursor that is none */
export async function listWaiting(
  { db }: CommunityDeps,
  query: KeysetQuery & { state: 'scanning' | 'hidden' },
): Promise<{ next: string | null; previous: string | null; results: WaitingPublication[] }> {
  const rows = rowsOf(db.kysely).where('image.state', '=', query.state)
  const { path } = publications.waiting
  const { items, ...links } = await readPage(rows, { id: 'image.id', path, query, usually: USUAL })
  return { ...links, results: items.map(present) }
}

/** Publishes or hides what waits. @throws {AppError} `not_found`; `conflict` where somebody was first, or its owner took it back */
export async function decidePublication(
  { db, audit }: CommunityDeps,
  staffId: string,
  { id, action, reason }: { id: string; action: 'publish' | 'hide'; reason?: string | undefined },
): Promise<WaitingPublication> {
  if (!isId(id)) throw notFound()
  return transact(db, async (tx) => {
    const before = await tx
      .selectFrom('community_images')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound()
    const isOpen = before.state === 'scanning' || before.state === 'hidden'
    const changed =
      isOpen &&
      (await changePublication(tx, audit, {
        kind: 'image',
        id,
        to: action === 'publish' ? 'published' : 'hidden',
        actorId: staffId,
        ...(reason !== undefined && { reason }),
      }))
    if (!changed) throw userError('conflict', 'Somebody else has decided on this image.')
    if (action === 'hide')
      await tx.updateTable('community_images').set({ flagged: true }).where('id', '=', id).execute()
    return present(await rowsOf(tx).where('image.id', '=', id).executeTakeFirstOrThrow())
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
