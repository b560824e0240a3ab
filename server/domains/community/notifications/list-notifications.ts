import { sql } from 'kysely'
import { type Notification, notifications } from '#contract/notifications.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { paths } from '#contract/paths.ts'
import { isShown, type Viewer } from '../viewer.ts'

type SignedIn = Viewer & { userId: string }

const USUAL = 30
/** More unread ones are told as so many. */
const MOST_UNREAD = 100
const LONGEST = 200
/** Likes of one image that are counted. */
const MOST_LIKES = 1000

/** Likes since the last time this was read, of others whom the reader has not blocked. */
const likesOf = (viewer: SignedIn) => sql<number>`(
  select count(*)::integer from (
    select from community_likes l
    left join community_creators who on who.user_id = l.user_id
    where l.image_id = n.image_id and l.user_id <> n.user_id
      and (n.since is null or l.created_at > n.since)
      and (n.read_at is null or l.created_at <= n.read_at)
      and (who.id is null or who.id <> all (${viewer.blocked}::uuid[]))
    limit ${MOST_LIKES}) liked)`

/** What somebody may read: nothing of whom they blocked, and of others’ doings nothing about an image that they may not see. */
const rowsOf = (reader: Reader, viewer: SignedIn) =>
  reader
    .selectFrom('community_notifications as n')
    .leftJoin('community_creators as actor', 'actor.id', 'n.actor_id')
    .leftJoin('community_images as image', 'image.id', 'n.image_id')
    .leftJoin('community_comments as comment', 'comment.id', 'n.comment_id')
    .leftJoin('community_takedowns as takedown', 'takedown.id', 'n.takedown_id')
    .leftJoin('community_reports as report', 'report.id', 'n.report_id')
    .select(['n.id', 'n.kind', 'n.at', 'n.read_at', 'n.image_id', 'n.actor_id', 'n.ticket_id'])
    .select(['actor.name', 'actor.avatar', 'comment.text', 'takedown.reason'])
    .select(['takedown.owner_key', 'takedown.action', 'report.reporter_key'])
    .select(['image.url', 'image.rating', 'image.state', 'image.creator_id'])
    .select(likesOf(viewer).as('likes'))
    .where('n.user_id', '=', viewer.userId)
    .where(sql<boolean>`(n.actor_id is null or n.actor_id <> all (${viewer.blocked}::uuid[]))`)
    .where(
      sql<boolean>`(n.kind not in ('like', 'comment') or (image.state = 'published'
        and image.rating = any (${viewer.levels}::smallint[])))`,
    )
    .where(sql<boolean>`(n.comment_id is null or comment.state = 'shown')`)
    .where(sql<boolean>`(n.kind <> 'like' or ${likesOf(viewer)} > 0)`)

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function urlOf({ kind, image_id: image, actor_id: actor, ...row }: Row): string {
  if (kind === 'follow' && actor !== null) return paths.creator.link(actor)
  if (row.ticket_id !== null) return paths.supportTicket.link(row.ticket_id)
  if (kind === 'report' && row.reporter_key !== null) return paths.decision.link(row.reporter_key)
  if (kind === 'takedown' && row.owner_key !== null && row.action !== 'keep')
    return paths.decision.link(row.owner_key)
  if (image === null || (kind === 'hidden' && row.state !== 'published'))
    return paths.notifications.link()
  return kind === 'comment'
    ? `${paths.exploreImage.link(image)}#comments`
    : paths.exploreImage.link(image)
}

function present(row: Row, viewer: SignedIn): Notification {
  const isVisible =
    row.state !== null &&
    row.creator_id !== null &&
    isShown(viewer, { state: row.state, rating: row.rating, creator_id: row.creator_id })
  return {
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    count: row.kind === 'like' ? row.likes : 1,
    text: (row.text ?? row.reason ?? '').slice(0, LONGEST),
    url: urlOf(row),
    actor:
      row.actor_id !== null && row.name !== null
        ? { id: row.actor_id, name: row.name, picture: row.avatar }
        : null,
    picture: isVisible ? row.url : null,
    read: row.read_at !== null,
  }
}

/** One page of what somebody is told, the newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listNotifications(
  reader: Reader,
  viewer: SignedIn,
  query: KeysetQuery,
): Promise<{
  next: string | null
  previous: string | null
  unread: number
  results: Notification[]
}> {
  const rows = rowsOf(reader, viewer)
  const { path } = notifications.list
  const { items, ...links } = await readPage(rows, { id: 'n.id', path, query, usually: USUAL })
  const unread = await countUnread(reader, viewer)
  return { ...links, unread, results: items.map((row) => present(row, viewer)) }
}

async function countUnread(reader: Reader, viewer: SignedIn): Promise<number> {
  const rows = await rowsOf(reader, viewer)
    .where('n.read_at', 'is', null)
    .limit(MOST_UNREAD)
    .execute()
  return rows.length
}

/** Marks all up to a time as read. @returns how many are not */
export async function readUntil(
  reader: Reader,
  viewer: SignedIn,
  until: string,
): Promise<{ unread: number }> {
  await reader
    .updateTable('community_notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', viewer.userId)
    .where('read_at', 'is', null)
    .where('at', '<=', new Date(until))
    .execute()
  return { unread: await countUnread(reader, viewer) }
}
