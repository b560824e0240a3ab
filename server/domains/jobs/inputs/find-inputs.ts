import type { Billing } from '#server/domains/billing/index.ts'
import { lastFrameKey, type Media, type Uploads } from '#server/domains/media/index.ts'
import type { ExtendedVideo } from '#server/engines/spec/index.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import type { FoundInput, FoundInputs, FoundVideo, InputPicture, Order } from '../kind.ts'
import { type DbOrTx, findJob, parametersOf, readerOf } from '../store.ts'
import { findOwnImage, findShownImage, shownKey } from '../present/shown-image.ts'

export interface InputDeps {
  db: Db
  uploads: Uploads
  billing: Billing
  media: Media
}

/** A picture that a job starts from was deleted before it was needed. */
export class InputGone extends Error {}

/**
 * The picture of an id as this person may use it: an own upload, or a delivered picture that is own or public, in
 * the form in which it is shown (with its watermark, where it has one); or an own video. Whatever starts from a picture asks here.
 */
export async function findInput(
  { uploads, billing }: InputDeps,
  source: DbOrTx,
  userId: string,
  { id, uploadsOnly, video = false }: InputPicture,
): Promise<FoundInput | null> {
  if (video) return findVideo(readerOf(source), userId, id)
  const upload = await uploads.find(readerOf(source), userId, id)
  if (upload || uploadsOnly) return upload
  const image = await findShownImage(readerOf(source), userId, id)
  if (!image) return null
  const clean = image.marked_storage_key === null || (await billing.hasPaid(source, image.user_id))
  const storageKey = shownKey(image, clean)
  return storageKey === null ? null : { storageKey, width: image.width, height: image.height }
}

async function findVideo(reader: Reader, userId: string, id: string): Promise<FoundInput | null> {
  const image = await findOwnImage(reader, userId, id)
  if (!image) return null
  const { storage_key: storageKey, video_storage_key: file, video, width, height } = image
  const job = await findJob(reader, image.job_id)
  if (!job || storageKey === null || file === null || video === null) return null
  return {
    storageKey,
    width,
    height,
    video: {
      storageKey: file,
      lastFrameKey: lastFrameKey(file),
      provider: String(parametersOf(job)['provider']),
      duration: video.duration,
      continuation: video.continuation ?? null,
    },
  }
}

/** Where the pictures lie that a request names, by field; null for one that this person may not use. */
export async function findInputs(
  deps: InputDeps,
  userId: string,
  inputs: readonly InputPicture[],
): Promise<FoundInputs> {
  const found = inputs.map(async (input) => [
    input.field,
    await findInput(deps, deps.db, userId, input),
  ])
  return Object.fromEntries(await Promise.all(found)) as FoundInputs
}

/**
 * The files of what a job starts from, and where they can be fetched for the next day, by field. Asks again who may use
 * them: that may have changed since.
 * @throws {InputGone}
 */
export async function readInputs(
  deps: InputDeps,
  userId: string,
  inputs: readonly InputPicture[],
): Promise<Pick<Order<unknown>, 'files' | 'urls' | 'videos'>> {
  const { media } = deps
  const found = await findInputs(deps, userId, inputs)
  const files: Record<string, Uint8Array> = {}
  const urls: Record<string, string> = {}
  const videos: Record<string, ExtendedVideo> = {}
  await Promise.all(
    inputs.map(async ({ field }) => {
      const picture = found[field]
      const file = picture && (await media.readPicture(picture.storageKey))
      if (!file) throw new InputGone(`The input ${field} is gone`)
      files[field] = file
      if (picture.video) videos[field] = await readVideo(media, picture.video, file)
      urls[field] = media.pictureUrl({ storageKey: picture.storageKey })
    }),
  )
  return { files, urls, videos }
}

/** @throws {InputGone} */
async function readVideo(
  media: Media,
  { storageKey, lastFrameKey: frameKey, duration, continuation }: FoundVideo,
  firstFrame: Uint8Array,
): Promise<ExtendedVideo> {
  const needsFrame = continuation?.by === 'frame'
  const [file, lastFrame] = await Promise.all([
    media.readPicture(storageKey),
    needsFrame ? media.readPicture(frameKey) : null,
  ])
  if (!file || !continuation || (needsFrame && !lastFrame)) throw new InputGone('The video is gone')
  return { file, firstFrame, lastFrame, duration, continuation }
}
