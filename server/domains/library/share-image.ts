import { randomUUID } from 'node:crypto'
import type { SharedImage } from '#contract/prediction-images.ts'
import { people, requireUnlimited } from '#server/domains/accounts/index.ts'
import {
  findJob,
  findOwnImage,
  type PictureDeps,
  presentImages,
  requireNoChild,
} from '#server/domains/jobs/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { paths } from '#contract/paths.ts'
import type { PublicationListener } from './publications/listener.ts'
import { wordsOfShare } from './publications/shown-words.ts'
import { hashOfShareToken, tokenOf } from './share-tokens.ts'

export interface ShareDeps extends PictureDeps {
  db: Db
  publisher: PublicationListener
  /** Makes the tokens of links out of the ids of shares, so that only their hashes are kept. */
  secret: Buffer
}

interface ShareLink {
  /** Root-relative. */
  url: string
  show_prompt: boolean
}

const linkOf = (secret: Buffer, share: { id: string; show_prompt: boolean }): ShareLink => ({
  url: paths.shared.link(tokenOf(secret, share.id)),
  show_prompt: share.show_prompt,
})

/** The link to an own image, or null where it is not shared. @throws {AppError} `not_found` */
export async function readShare(
  { db, secret }: ShareDeps,
  userId: string,
  imageId: string,
): Promise<ShareLink | null> {
  await requireOwn(db, userId, imageId)
  const share = await db.kysely
    .selectFrom('image_shares')
    .select(['id', 'show_prompt'])
    .where('image_id', '=', imageId)
    .executeTakeFirst()
  return share ? linkOf(secret, share) : null
}

/**
 * Makes the link to an own image; one that is shared already keeps its link.
 * @throws {AppError} `not_found`; `permission_denied` for an image of a child; `account_limited`
 */
export async function shareImage(
  { db, secret, media }: ShareDeps,
  userId: string,
  { imageId, showPrompt }: { imageId: string; showPrompt: boolean },
): Promise<ShareLink> {
  await requireOwn(db, userId, imageId)
  await requireUnlimited(db.kysely, userId)
  const id = randomUUID()
  const share = await transact(db, async (tx) => {
    await requireNoChild(tx, userId, imageId)
    return tx
      .insertInto('image_shares')
      .values({
        id,
        image_id: imageId,
        user_id: userId,
        token_hash: hashOfShareToken(tokenOf(secret, id)),
        show_prompt: showPrompt,
      })
      .onConflict((conflict) =>
        conflict.column('image_id').doUpdateSet({ show_prompt: showPrompt }),
      )
      .returning(['id', 'show_prompt'])
      .executeTakeFirstOrThrow()
  })
  media.prepareCopies(share.id)
  return linkOf(secret, share)
}

/** Revokes the link to an own image; its file goes out of everybody's reach at once. @throws {AppError} `not_found` */
export async function unshareImage(
  { db, media }: ShareDeps,
  userId: string,
  imageId: string,
): Promise<void> {
  await requireOwn(db, userId, imageId)
  const ended = await db.kysely
    .deleteFrom('image_shares')
    .where('image_id', '=', imageId)
    .returning('id')
    .execute()
  await media.forgetCopies(ended.map(({ id }) => id))
}

/** What is behind a link. @throws {AppError} `not_found` also for one that was revoked, or whose image is in the trash */
export async function readSharedImage(deps: ShareDeps, token: string): Promise<SharedImage> {
  const { db, media } = deps
  const share = await db.kysely
    .selectFrom('image_shares')
    .select(['id', 'image_id', 'show_prompt'])
    .where('token_hash', '=', hashOfShareToken(token))
    .executeTakeFirst()
  const image =
    share &&
    (await db.kysely
      .selectFrom('prediction_images as image')
      .innerJoin(people.as('owner'), 'owner.id', 'image.user_id')
      .selectAll('image')
      .where('image.id', '=', share.image_id)
      .where('image.status', '=', 'S')
      .where('image.deleted_at', 'is', null)
      .where('image.withheld_at', 'is', null)
      .where('owner.banned_at', 'is', null)
      .where('owner.closing_at', 'is', null)
      .executeTakeFirst())
  const job = image && (await findJob(db.kysely, image.job_id))
  if (!share || !image || !job || job.shows_child) throw notFound()
  const [shown] = await presentImages(deps, db, [{ job, image }])
  const words = share.show_prompt ? await wordsOfShare(deps, db.kysely, job) : null
  const { width, height, alt, rating, dominant_color, created_at } = shown!
  return {
    url: media.publicUrl({ id: share.id, file: 'image.png' }),
    video:
      shown!.video && (await media.showsVideo(share.id))
        ? media.publicUrl({ id: share.id, file: 'video.mp4' })
        : null,
    width,
    height,
    alt,
    prompt: words?.prompt ?? null,
    rating,
    dominant_color,
    created_at,
  }
}

/** @throws {AppError} `not_found` */
async function requireOwn(db: Db, userId: string, imageId: string): Promise<void> {
  if (!(await findOwnImage(db.kysely, userId, imageId))) throw notFound()
}
