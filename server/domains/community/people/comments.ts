import { sql } from 'kysely'
import { COMMENT_LIMITS, type Comment } from '#contract/community-people.ts'
import { requireUnlimited } from '#server/domains/accounts/index.ts'
import { type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { userError, invalidField, notFound } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import type { Caller } from '#server/platform/route.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { notify } from '../notifications/notify.ts'
import { readImage } from '../read-image.ts'
import type { Viewer } from '../viewer.ts'
import { lockCreator, requireMember, requireNotBanned } from './creators.ts'

type Remark = Omit<Comment, 'replies'>

const PER_DAY = { name: 'community-comments', points: COMMENT_LIMITS.perDay, seconds: 86_400 }
const USUAL = 20
/** Answers that are shown of one comment. */
const MOST_REPLIES = 100

interface Row {
  id: string
  parent_id: string | null
  creator_id: string
  text: string
  state: string
  created_at: Date
  changed_at: Date | null
  name: string
  avatar: string | null
}

function present(row: Row, viewer: Viewer): Remark {
  const isShown = row.state === 'shown'
  return {
    id: row.id,
    text: isShown ? row.text : null,
    creator: isShown ? { id: row.creator_id, name: row.name, picture: row.avatar } : null,
    is_own: isShown && row.creator_id === viewer.creatorId,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at?.toISOString() ?? null,
  }
}

const rowsOf = (reader: Reader, { blocked }: Viewer) =>
  reader
    .selectFrom('community_comments as comment')
    .innerJoin('community_creators as creator', 'creator.id', 'comment.creator_id')
    .select(['comment.id', 'comment.parent_id', 'comment.creator_id', 'comment.text'])
    .select(['comment.state', 'comment.created_at', 'comment.changed_at'])
    .select(['creator.name', 'creator.avatar'])
    .where('comment.creator_id', '<>', sql<string>`all (${blocked}::uuid[])`)

/** A deleted comment stays only while it has answers. */
const HAS_SOMETHING = sql<boolean>`(comment.state = 'shown' or exists (
  select from community_comments reply where reply.parent_id = comment.id and reply.state = 'shown'))`

/** One page of comments with their answers. @throws {AppError} `not_found`, `invalid` for a cursor that is none */
export async function listComments(
  { kysely }: Db,
  viewer: Viewer,
  { image, path, query }: { image: string; path: string; query: KeysetQuery },
): Promise<{ next: string | null; previous: string | null; results: Comment[] }> {
  const { id } = await readImage(kysely, viewer, image)
  const rows = rowsOf(kysely, viewer)
    .where('comment.image_id', '=', id)
    .where('comment.parent_id', 'is', null)
    .where(HAS_SOMETHING)
  const { items, ...links } = await readPage(rows, {
    id: 'comment.id',
    path: path.replace(':id', id),
    query,
    usually: USUAL,
  })
  return { ...links, results: await withReplies(kysely, viewer, items) }
}

async function withReplies(
  reader: Reader,
  viewer: Viewer,
  comments: readonly Row[],
): Promise<Comment[]> {
  const ids = comments.map(({ id }) => id)
  const { rows: replies } = await sql<Row>`
    select reply.* from unnest(${ids}::uuid[]) as answered (id)
    cross join lateral (
      ${rowsOf(reader, viewer)
        .where('comment.parent_id', '=', sql<string>`answered.id`)
        .where('comment.state', '=', 'shown')
        .orderBy('comment.id')
        .limit(MOST_REPLIES)}
    ) reply`.execute(reader)
  const byParent = Map.groupBy(replies, ({ parent_id: parent }) => parent)
  return comments.map((row) => ({
    ...present(row, viewer),
    replies: (byParent.get(row.id) ?? []).map((reply) => present(reply, viewer)),
  }))
}

/** @throws {AppError} `not_found`, `email_not_verified`, `throttled`, `invalid` for an answer to what is no comment on this image */
export async function addComment(
  deps: Pick<CommunityDeps, 'db' | 'limiter' | 'events'>,
  { caller, viewer }: { caller: Caller; viewer: Viewer },
  {
    image,
    text,
    parent = null,
  }: { image: string; text: string; parent?: string | null | undefined },
): Promise<Comment> {
  const { db, limiter } = deps
  await requireMember(db.kysely, caller)
  const { id: imageId } = await readImage(db.kysely, viewer, image)
  if (parent !== null) await requireParent(db.kysely, viewer, { imageId, parent })
  await limiter.consume(PER_DAY, caller.userId)
  return transact(db, async (tx) => {
    // Waits for a ban that hides what they said, and sees it.
    const creatorId = await lockCreator(tx, caller.userId)
    await requireNotBanned(tx, caller.userId)
    const { id } = await tx
      .insertInto('community_comments')
      .values({ image_id: imageId, creator_id: creatorId, parent_id: parent, text })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const userId of await concernedBy(tx, { imageId, parent, except: caller.userId }))
      await notify(deps, tx, {
        userId,
        kind: 'comment',
        imageId,
        commentId: id,
        actorId: creatorId,
      })
    const row = await rowsOf(tx, viewer).where('comment.id', '=', id).executeTakeFirstOrThrow()
    return { ...present(row, { ...viewer, creatorId }), replies: [] }
  })
}

/** Whose image it is, and whose comment is answered. */
async function concernedBy(
  tx: Tx,
  { imageId, parent, except }: { imageId: string; parent: string | null; except: string },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select c.user_id from community_creators c
    where c.user_id is not null and c.user_id <> ${except} and c.id in (
      select creator_id from community_images where id = ${imageId}
      union select creator_id from community_comments where id = ${parent})`.execute(tx)
  return rows.map((row) => row.user_id)
}

async function requireParent(
  reader: Reader,
  viewer: Viewer,
  { imageId, parent }: { imageId: string; parent: string },
): Promise<void> {
  const found = isId(parent)
    ? await rowsOf(reader, viewer)
        .where('comment.id', '=', parent)
        .where('comment.image_id', '=', imageId)
        .where('comment.parent_id', 'is', null)
        .where('comment.state', '=', 'shown')
        .executeTakeFirst()
    : undefined
  if (!found) throw invalidField('parent', t('community.commentNotAnswered'))
}

/** @throws {AppError} `not_found` for what is not one's own, `account_limited`, `conflict` when the time for it is over */
export async function changeComment(
  { kysely }: Db,
  viewer: Viewer & { userId: string },
  { id, text }: { id: string; text: string },
): Promise<Remark> {
  const own = await readOwn(kysely, viewer, id)
  await requireUnlimited(kysely, viewer.userId)
  const changed = await kysely
    .updateTable('community_comments')
    .set({ text, changed_at: sql<Date>`now()` })
    .where('id', '=', own.id)
    .where('state', '=', 'shown')
    .where(
      'created_at',
      '>',
      sql<Date>`now() - make_interval(mins => ${COMMENT_LIMITS.changeMinutes})`,
    )
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw userError('conflict', t('community.commentNotChanged'))
  return present(await readOwn(kysely, viewer, id), viewer)
}

/** Deletes an own comment with its words. @throws {AppError} `not_found` */
export async function removeComment({ kysely }: Db, viewer: Viewer, id: string): Promise<void> {
  const own = await readOwn(kysely, viewer, id)
  await kysely
    .updateTable('community_comments')
    .set({ state: 'deleted', text: '' })
    .where('id', '=', own.id)
    .where('state', '=', 'shown')
    .execute()
}

async function readOwn(reader: Reader, viewer: Viewer, id: string): Promise<Row> {
  const row =
    isId(id) && viewer.creatorId !== null
      ? await rowsOf(reader, viewer)
          .where('comment.id', '=', id)
          .where('comment.creator_id', '=', viewer.creatorId)
          .where('comment.state', '=', 'shown')
          .executeTakeFirst()
      : undefined
  if (!row) throw notFound()
  return row
}
