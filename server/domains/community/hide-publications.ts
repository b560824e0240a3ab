import type { Tx } from '#server/platform/db/index.ts'
import { type AuditPublication, changePublication } from './publication.ts'
import type { CommunityDeps } from './deps.ts'
import { giveBackAfterBan, lockItem } from './reports/give-back.ts'
import { isTakenDown, noteShown } from './reports/standing-takedowns.ts'

/** Something of a person that was hidden at once with the rest. */
export interface Hidden {
  kind: 'image' | 'model' | 'comment'
  id: string
}

interface Act {
  actorId: string | null
  reason: string
}

const lockCreatorOf = (tx: Tx, userId: string): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('community_creators')
    .select('id')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Hides everything that somebody published and said. @returns what was to be seen until now */
export async function hideAllOf(
  tx: Tx,
  audit: AuditPublication,
  { userId, ...act }: Act & { userId: string },
): Promise<Hidden[]> {
  // Comments that they are writing at this moment are saved before, or not at all.
  const creator = await lockCreatorOf(tx, userId)
  if (!creator) return []
  const hidden: Hidden[] = []
  for (const [kind, table] of [
    ['image', 'community_images'],
    ['model', 'community_models'],
  ] as const) {
    const shown = await tx
      .selectFrom(table)
      .select('id')
      .where('creator_id', '=', creator.id)
      .where('state', '=', 'published')
      .execute()
    for (const { id } of shown) {
      if (await changePublication(tx, audit, { kind, id, to: 'hidden', ...act }))
        hidden.push({ kind, id })
    }
  }
  const comments = await tx
    .updateTable('community_comments')
    .set({ state: 'removed' })
    .where('creator_id', '=', creator.id)
    .where('state', '=', 'shown')
    .returning('id')
    .execute()
  return [...hidden, ...comments.map(({ id }) => ({ kind: 'comment' as const, id }))]
}

/**
 * Shows again what {@link hideAllOf} hid, as far as nothing else became of it since, and what came back meanwhile with decisions that
 * were taken back.
 */
export async function showAgain(
  deps: Pick<CommunityDeps, 'audit' | 'evidence'>,
  tx: Tx,
  { userId, hidden, ...act }: Act & { userId: string; hidden: readonly Hidden[] },
): Promise<void> {
  // A decision of the same moment is seen here, or sees what is shown again: about its creator, and, of a report that hides at once,
  // about the item alone.
  await lockCreatorOf(tx, userId)
  await giveBackAfterBan(deps, tx, { userId, ...act })
  for (const { kind, id } of hidden) {
    await lockItem(tx, id)
    if (await isTakenDown(tx, id)) {
      // A decision that was made meanwhile shows it again, should it be taken back.
      await noteShown(tx, id)
      continue
    }
    if (kind === 'comment') {
      await tx
        .updateTable('community_comments')
        .set({ state: 'shown' })
        .where('id', '=', id)
        .where('state', '=', 'removed')
        .execute()
    } else
      await changePublication(tx, deps.audit, {
        kind,
        id,
        to: 'published',
        from: ['hidden'],
        ...act,
      })
  }
}
