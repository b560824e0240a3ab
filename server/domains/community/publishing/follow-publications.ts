import { sql } from 'kysely'
import { images } from '#server/domains/jobs/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { notify } from '../notifications/notify.ts'
import { changePublication } from '../publication.ts'
import type { PublicationState } from '../schema.ts'

/** Publications that one turn goes on with. */
const MOST_AT_ONCE = 200

/**
 * Publishes what waits and needs nobody to look at it. Safe to repeat, and to be killed in: each is a transaction of its own.
 * @param image only that of this image
 */
export async function publishScanned(deps: CommunityDeps, image?: string): Promise<void> {
  if (deps.publicationReview() === 'all') return
  const { rows } = await sql<{ id: string }>`
    select c.id from community_images c
    join ${images} i on i.id = c.image_id and i.is_public and i.deleted_at is null
    where c.state = 'scanning' and not c.flagged
      and (${image ?? null}::uuid is null or c.image_id = ${image ?? null}::uuid)
    order by c.id limit ${MOST_AT_ONCE}`.execute(deps.db.kysely)
  await changeAll(deps, rows, 'published')
}

/** Withdraws what is no longer public in its owner's library, whatever ended that. Nobody has seen it since. */
export async function withdrawEnded(deps: CommunityDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id from community_images c
    join ${images} i on i.id = c.image_id
    where c.state in ('scanning', 'published') and not i.is_public
    order by c.id limit ${MOST_AT_ONCE}`.execute(deps.db.kysely)
  await changeAll(deps, rows, 'withdrawn')
}

async function changeAll(
  deps: CommunityDeps,
  rows: readonly { id: string }[],
  to: PublicationState,
): Promise<void> {
  const { db, audit } = deps
  for (const { id } of rows)
    await transact(db, async (tx) => {
      const change = { kind: 'image', id, to, actorId: null } as const
      // A decision may have been made since.
      const from = to === 'published' ? (['scanning'] as const) : undefined
      const isChanged = await changePublication(tx, audit, { ...change, ...(from && { from }) })
      if (isChanged && to === 'published') await tellOwner(deps, tx, id)
    })
}

async function tellOwner(deps: CommunityDeps, tx: Tx, imageId: string): Promise<void> {
  const owner = await tx
    .selectFrom('community_images as image')
    .innerJoin('community_creators as creator', 'creator.id', 'image.creator_id')
    .select('creator.user_id')
    .where('image.id', '=', imageId)
    .executeTakeFirst()
  if (owner?.user_id) await notify(deps, tx, { userId: owner.user_id, kind: 'published', imageId })
}
