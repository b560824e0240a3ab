import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'

interface Told {
  userId: string
  kind: NotificationKind
  actorId?: string
  imageId?: string
  commentId?: string
  takedownId?: string
  reportId?: string
  ticketId?: string
}

/** Tells a person that something happened, in the transaction in which it happens; what is told already is not told twice. */
export async function notify(
  { events }: Pick<CommunityDeps, 'events'>,
  tx: Tx,
  { userId, kind, actorId, imageId, commentId, takedownId, reportId, ticketId }: Told,
): Promise<void> {
  const told = await tx
    .insertInto('community_notifications')
    .values({
      user_id: userId,
      kind,
      actor_id: actorId ?? null,
      image_id: imageId ?? null,
      comment_id: commentId ?? null,
      takedown_id: takedownId ?? null,
      report_id: reportId ?? null,
      ticket_id: ticketId ?? null,
      since: null,
      read_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // An open page shows each answer of support, also where the bell has told of one already.
  if (told || kind === 'ticket') events.publish(tx, userId, 'notification', { kind })
}

/**
 * Tells owners that others like their images: once for each image until it is read, however many like it.
 * @param images that were liked since the last time
 */
export async function notifyOfLikes(
  { events }: Pick<CommunityDeps, 'events'>,
  tx: Tx,
  images: readonly string[],
): Promise<void> {
  if (images.length === 0) return
  const { rows } = await sql<{ user_id: string }>`
    insert into community_notifications (user_id, kind, image_id, since)
    select c.user_id, 'like', i.id, (select max(n.read_at) from community_notifications n
      where n.user_id = c.user_id and n.image_id = i.id and n.kind = 'like')
    from community_images i join community_creators c on c.id = i.creator_id
    where i.id = any (${images}::uuid[]) and c.user_id is not null and exists (
      select from community_likes l where l.image_id = i.id and l.user_id <> c.user_id)
    order by c.user_id, i.id
    on conflict (user_id, image_id) where kind = 'like' and read_at is null do nothing
    returning user_id`.execute(tx)
  for (const userId of new Set(rows.map((row) => row.user_id)))
    events.publish(tx, userId, 'notification', { kind: 'like' })
}
