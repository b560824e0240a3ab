import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { listPublishedImages, listPublishedModels } from './feed/lists.ts'
import type { PublicationState } from './schema.ts'

export type PublicationKind = 'image' | 'model'

/** Which states may follow which; nothing else is ever written. */
const NEXT: Record<PublicationState, readonly PublicationState[]> = {
  draft: ['scanning', 'published'],
  scanning: ['published', 'hidden', 'withdrawn', 'removed'],
  published: ['hidden', 'withdrawn', 'removed'],
  hidden: ['published', 'withdrawn', 'removed'],
  withdrawn: ['scanning', 'published', 'removed'],
  removed: [],
}

/** Which states something goes back to when the decision that took it is taken back. */
const BACK: typeof NEXT = {
  draft: [],
  scanning: [],
  published: [],
  hidden: ['scanning', 'published', 'withdrawn'],
  withdrawn: [],
  removed: ['scanning', 'published', 'hidden', 'withdrawn'],
}

/** Writes down who changed what; in the transaction of the change. */
export type AuditPublication = (
  tx: Tx,
  event: {
    actorId: string | null
    kind: PublicationKind
    id: string
    to: PublicationState
    reason: string | null
  },
) => Promise<void>

export interface PublicationChange {
  kind: PublicationKind
  id: string
  to: PublicationState
  /** Null: the app by itself. */
  actorId: string | null
  reason?: string
  /** Only from these states; else from all from which it can be reached. */
  from?: readonly PublicationState[]
  /** It goes back to where a decision took it from. */
  undoes?: true
}

/** A profile shows no image that is not published, or that not everybody may see. */
export async function removeAvatar(tx: Tx, image: string): Promise<void> {
  await sql`
    update community_creators c set avatar = null from community_images i
    where i.id = ${image} and c.id = i.creator_id and c.avatar = i.url`.execute(tx)
}

/**
 * Brings something into another state, with its lists and one event of the audit log: out of every list at once, or into
 * all of its lists.
 * @returns the state that it was in; null where it did not change: it stands in a state from which this one cannot be reached, as
 * after a race, or something of somebody who is banned or gone would be published
 */
export async function changePublication(
  tx: Tx,
  audit: AuditPublication,
  { kind, id, to, actorId, reason, undoes, ...given }: PublicationChange,
): Promise<PublicationState | null> {
  const from = Object.entries(undoes ? BACK : NEXT).flatMap(([state, next]) =>
    next.includes(to) && (given.from?.includes(state as PublicationState) ?? true) ? [state] : [],
  )
  const [items, lists] =
    kind === 'image'
      ? [sql`community_images`, sql`community_image_lists`]
      : [sql`community_models`, sql`community_model_lists`]
  // Changes that its owner makes at the same time are done before, or see the decision.
  const { rows: found } = await sql<{ state: PublicationState }>`
    select state from ${items} where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql`
    update ${items} set state = ${to},
      published_at = case when ${to} = 'published' then coalesce(published_at, now()) else published_at end,
      -- What was hidden once is looked at each time, however it comes back.
      flagged = flagged or ${to} = 'hidden'
    where id = ${id} and state = any (${from}::text[])
      and (${to} <> 'published' or not exists (
        select 1 from community_creators c join ${people} p on p.id = c.user_id
        where c.id = creator_id and (p.banned_at is not null or p.closing_at is not null)))
    returning 1`.execute(tx)
  const before = found[0]?.state
  if (before === undefined || rows.length === 0) {
    // Taken back by its owner, it stays so, and is looked at when it comes again.
    if (to === 'hidden') await sql`update ${items} set flagged = true where id = ${id}`.execute(tx)
    return null
  }
  if (to === 'published')
    await (kind === 'image' ? listPublishedImages : listPublishedModels)(tx, [id])
  else {
    await sql`delete from ${lists} where ${sql.ref(`${kind}_id`)} = ${id}`.execute(tx)
    if (kind === 'image') await removeAvatar(tx, id)
  }
  await audit(tx, { actorId, kind, id, to, reason: reason ?? null })
  return before
}
