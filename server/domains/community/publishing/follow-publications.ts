import { sql } from 'kysely'
import { images } from '#server/domains/generation/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { changePublication } from '../publication.ts'
import type { PublicationState } from '../schema.ts'

/** Publications that one turn goes on with. */
const MOST_AT_ONCE = 200

/**
 * Publishes what waits and needs nobody to look at it. Safe to repeat, and to be killed in: each is a transaction of its own.
 * @param image only that of this image
 */
export async function publishScanned(deps: CommunityDeps, image?: string): Promise<void> {
  if (deps.publicationReview === 'all') return
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
  { db, audit }: CommunityDeps,
  rows: readonly { id: string }[],
  to: PublicationState,
): Promise<void> {
  for (const { id } of rows)
    await transact(db, (tx) =>
      changePublication(tx, audit, { kind: 'image', id, to, actorId: null }),
    )
}
