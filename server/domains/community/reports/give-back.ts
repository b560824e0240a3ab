import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { changePublication } from '../publication.ts'
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
  const { rows } = await sql<TakedownRow>`
    select * from community_takedowns
    where item_id in ${sameAs(id)} and action <> 'keep' and reversed_at is not null
      and took is not null
    order by id desc for no key update`.execute(tx)
  for (const takedown of rows) {
    const item = await findItem(tx, takedown.kind, takedown.item_id)
    if (item && (await isKept(tx, item, takedown))) break
    if (item) await giveBackFrom(deps, tx, { item, takedown, ...act })
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

async function giveBackFrom(
  deps: GivingBack,
  tx: Tx,
  { item, takedown: { took, action }, ...act }: Act & { item: ReportedItem; takedown: TakedownRow },
): Promise<void> {
  const { kind, id } = item
  if (took === null || id === null) return
  if (kind === 'image' || kind === 'model') {
    const from = action === 'remove' ? (['removed'] as const) : (['hidden'] as const)
    await changePublication(tx, deps.audit, { kind, id, to: took, from, undoes: true, ...act })
  } else if (kind === 'comment') await showItem(deps, tx, { item, to: 'published', ...act })
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
