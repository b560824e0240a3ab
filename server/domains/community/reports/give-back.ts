import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { images } from '#server/domains/jobs/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { changePublication, type PublicationKind } from '../publication.ts'
import type { PublicationState } from '../schema.ts'
import { findItem, type ReportedItem } from './reported-item.ts'
import type { TakedownRow } from './rows.ts'
import { showItem } from './show-item.ts'
import { isTakenDown, sameAs } from './standing-takedowns.ts'

interface Act {
  actorId: string | null
  reason: string
}

type GivingBack = Pick<CommunityDeps, 'audit' | 'evidence'>

/**
 * Brings something back to where the decisions took it from that were taken back by now, the last of them first, as far as no other
 * decision, report or ban keeps it away. What its owner took back meanwhile stays where it is.
 */
export async function giveBack(
  deps: GivingBack,
  tx: Tx,
  { item: id, ...act }: Act & { item: string },
): Promise<void> {
  await lockOwners(tx, id)
  await lockItem(tx, id)
  const { rows } = await sql<TakedownRow>`
    select * from community_takedowns
    where item_id in ${sameAs(id)} and action <> 'keep' and reversed_at is not null
      and took is not null
    order by id desc for no key update`.execute(tx)
  for (const takedown of rows) {
    const item = await findItem(tx, takedown.kind, takedown.item_id)
    if (item && (await isKept(tx, item, takedown))) break
    if (item && !(await giveBackFrom(deps, tx, { item, takedown, ...act }))) break
    await tx
      .updateTable('community_takedowns')
      .set({ took: null })
      .where('id', '=', takedown.id)
      .execute()
  }
  await endWithholding(deps, tx, id)
}

/** Brings back what a ban kept from coming back with the decisions about it. */
export async function giveBackAfterBan(
  deps: GivingBack,
  tx: Tx,
  { userId, ...act }: Act & { userId: string },
): Promise<void> {
  const { rows } = await sql<{ item: string }>`
    select distinct takedown.item_id as item from community_takedowns takedown
    join community_creators creator on creator.id = takedown.creator_id
    where creator.user_id = ${userId} and takedown.reversed_at is not null
      and takedown.took is not null and takedown.item_id is not null
    order by item`.execute(tx)
  for (const { item } of rows) await giveBack(deps, tx, { item, ...act })
}

/** Whether a later decision has it, or something else keeps it from where this one took it from. */
async function isKept(
  tx: Tx,
  item: ReportedItem,
  { id, item_id: itemId, took, action }: TakedownRow,
): Promise<boolean> {
  const isToBeSeen = took === 'published'
  if (isToBeSeen && ((await isTakenDown(tx, itemId!)) || (await isOfBanned(tx, item)))) return true
  const { rows } = await sql`
    select from community_takedowns
    where item_id = ${itemId} and action <> 'keep' and reversed_at is null
      and ((id > ${id} and took is not null) or (${action} = 'remove' and action = 'remove'))
    limit 1`.execute(tx)
  return rows.length > 0
}

async function isOfBanned(tx: Tx, { creatorId }: ReportedItem): Promise<boolean> {
  const { rows } = await sql`
    select from community_creators creator join ${people} person on person.id = creator.user_id
    where creator.id = ${creatorId} and person.banned_at is not null`.execute(tx)
  return rows.length > 0
}

/** Has the end of a ban be done before, or see what is given back: else each would leave it to the other. */
async function lockOwners(tx: Tx, id: string): Promise<void> {
  await sql`
    select from community_creators where id in (
      select creator_id from community_takedowns where item_id in ${sameAs(id)})
    order by id for no key update`.execute(tx)
}

/**
 * Has decisions about the same thing, and what its owner does with it, be done before, or wait: of two that are taken back at once the
 * second knows of the first. The image in its owner's library is locked before what explore shows of it, as wherever both are changed.
 */
export async function lockItem(tx: Tx, id: string): Promise<void> {
  await sql`
    select from ${images} image where image.id in ${sameAs(id)} for no key update of image`.execute(
    tx,
  )
  for (const table of ['community_images', 'community_models', 'community_comments'])
    await sql`
      select from ${sql.table(table)} where id in ${sameAs(id)} for no key update`.execute(tx)
}

/** @returns false where it could not be brought back, and waits for what keeps it away to end */
async function giveBackFrom(
  deps: GivingBack,
  tx: Tx,
  { item, takedown: { took, action }, ...act }: Act & { item: ReportedItem; takedown: TakedownRow },
): Promise<boolean> {
  if (item.kind === 'comment') await showItem(deps, tx, { item, to: 'published', ...act })
  const found = await publicationOf(tx, item)
  if (took === null || !found) return true
  const { kind, id, isPublic } = found
  // Of a decision about a link, a ban hid what explore shows.
  const from = action === 'remove' && item.kind !== 'share' ? 'removed' : 'hidden'
  const to = isPublic ? took : 'withdrawn'
  const change = { kind, id, to, from: [from], undoes: true, ...act } as const
  if ((await changePublication(tx, deps.audit, change)) !== null) return true
  return (await publicationOf(tx, item))?.state !== from
}

/** What explore shows of an item, and whether its owner still has it public; null: nothing. */
async function publicationOf(
  tx: Tx,
  { kind, id }: ReportedItem,
): Promise<{
  kind: PublicationKind
  id: string
  state: PublicationState
  isPublic: boolean
} | null> {
  if (id === null) return null
  if (kind === 'model') {
    const model = await tx
      .selectFrom('community_models')
      .select(['id', 'state'])
      .where('id', '=', id)
      .executeTakeFirst()
    return model ? { kind, ...model, isPublic: true } : null
  }
  if (kind !== 'image' && kind !== 'share') return null
  const { rows } = await sql<{ id: string; state: PublicationState; isPublic: boolean }>`
    select shown.id, shown.state, shown.image_id is null or exists (
      select from ${images} own
      where own.id = shown.image_id and own.is_public and own.deleted_at is null) as "isPublic"
    from community_images shown
    where ${sql.ref(kind === 'image' ? 'shown.id' : 'shown.image_id')} = ${id}`.execute(tx)
  return rows[0] ? { kind: 'image', ...rows[0] } : null
}

/** An image is seen again by its link, unless something still keeps it away, or a review has hidden it. */
async function endWithholding({ evidence }: GivingBack, tx: Tx, id: string): Promise<void> {
  if (await isTakenDown(tx, id)) return
  const { rows } = await sql<{ image: string }>`
    select ${id}::uuid as image where not exists (
      select from community_images where image_id = ${id} and state in ('hidden', 'removed'))
    union all
    select image_id from community_images
    where id = ${id} and image_id is not null and state not in ('hidden', 'removed')`.execute(tx)
  for (const { image } of rows) await evidence.withhold(tx, image, false)
}
