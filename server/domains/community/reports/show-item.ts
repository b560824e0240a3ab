import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { changePublication } from '../publication.ts'
import type { PublicationState } from '../schema.ts'
import type { ReportedItem } from './reported-item.ts'
import { isTakenDown } from './standing-takedowns.ts'

interface Act {
  /** Null: the app by itself. */
  actorId: string | null
  reason: string
}

type Shown = Extract<PublicationState, 'published' | 'hidden' | 'removed'>

/**
 * Takes something out of everybody's sight, or shows it again: an image under all of its addresses, a comment, or what a creator
 * wrote about themselves. Nothing is shown that another decision or an open report keeps away.
 * @returns the state that it was in, that of a comment as of an image; null where it did not change, and for a link
 */
export async function showItem(
  { audit, evidence }: Pick<CommunityDeps, 'audit' | 'evidence'>,
  tx: Tx,
  { item, to, ...act }: Act & { item: ReportedItem; to: Shown },
): Promise<PublicationState | null> {
  const { kind, id, imageId } = item
  if (id === null) return null
  if (to === 'published' && (await isTakenDown(tx, id))) return null
  if (imageId !== null) await evidence.withhold(tx, imageId, to !== 'published')
  if (kind === 'comment') return showComment(tx, id, to)
  if (kind !== 'image' && kind !== 'model') return null
  return changePublication(tx, audit, {
    kind,
    id,
    to,
    ...act,
    // An item that its owner took back meanwhile stays where it is.
    ...(to === 'published' && { from: ['hidden'] as const }),
  })
}

async function showComment(tx: Tx, id: string, to: Shown): Promise<PublicationState | null> {
  const isShown = to === 'published'
  // The end of a ban may be showing it at this moment.
  await sql`select from community_comments where id = ${id} for no key update`.execute(tx)
  const changed = await tx
    .updateTable('community_comments')
    .set({ state: isShown ? 'shown' : 'removed' })
    .where('id', '=', id)
    .where('state', '=', isShown ? 'removed' : 'shown')
    .returning('id')
    .executeTakeFirst()
  if (!changed) return null
  return isShown ? 'hidden' : 'published'
}

/** What a creator calls themselves. */
export interface ProfileTexts {
  name: string
  about: string
  avatar: string | null
}

/** Empties what a creator shows of themselves. @returns what it was */
export async function emptyProfile(tx: Tx, id: string): Promise<ProfileTexts | null> {
  const { rows } = await sql<ProfileTexts>`
    with before as (
      select id, name, about, avatar from community_creators where id = ${id} for update
    )
    update community_creators creator set name = 'Creator', about = '', avatar = null
    from before where creator.id = before.id
    returning before.name, before.about, before.avatar`.execute(tx)
  return rows[0] ?? null
}

/** Puts a profile back as it was before {@link emptyProfile}. */
export async function restoreProfile(tx: Tx, id: string, before: ProfileTexts): Promise<void> {
  await tx.updateTable('community_creators').set(before).where('id', '=', id).execute()
}
