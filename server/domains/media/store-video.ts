import { closeLastBox } from '#lib/mp4-boxes.ts'
import type { Storage } from '#server/platform/storage/index.ts'
import { labelXmp } from './ai-label.ts'
import { putPatiently } from './put-patiently.ts'
import {
  picturesFolder,
  type StoredPicture,
  storePicture,
  type StorePictureInput,
} from './store-picture.ts'

/** `data` is the first frame. */
export interface StoreVideoInput extends StorePictureInput {
  /** MP4. */
  video: Uint8Array
  /** Encoded; null: it is not needed again. */
  lastFrame: Uint8Array | null
}

export interface StoredVideo extends StoredPicture {
  /** Null: it is a picture. */
  videoStorageKey: string | null
}

const LAST_FRAME = '-last.png'

/** Where the last frame of a video lies, if it is kept. It goes with its video, and no row names it. */
export const lastFrameKey = (videoStorageKey: string): string =>
  videoStorageKey.replace(/\.mp4$/, LAST_FRAME)

/** The video that a stored file is the last frame of; null: it is none. */
export const videoOfLastFrame = (storageKey: string): string | null =>
  storageKey.endsWith(LAST_FRAME) ? storageKey.slice(0, -LAST_FRAME.length) + '.mp4' : null

/** Which box of an MP4 file holds XMP (ISO 16684-1, XMP specification part 3, 1.1.3). */
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/**
 * Stores a finished video with the label of how it came to be, and its first frame as a picture. Throws as
 * {@link storePicture} does.
 */
export async function storeVideo(
  storage: Storage,
  { video, lastFrame, ...input }: StoreVideoInput,
): Promise<StoredVideo> {
  const { userId, jobId, index, attempt, sourceType } = input
  const videoStorageKey = `${picturesFolder(userId)}${jobId}/${index}-${attempt}.mp4`
  const [poster] = await Promise.all([
    storePicture(storage, { ...input, marked: false }),
    putPatiently(storage, videoStorageKey, withXmp(video, labelXmp(sourceType))),
    lastFrame && putPatiently(storage, lastFrameKey(videoStorageKey), lastFrame),
  ])
  return { ...poster, videoStorageKey }
}

/** An MP4 file with an XMP packet at its end, where it moves nothing that the index points to. */
export function withXmp(video: Uint8Array, xmp: string): Buffer {
  const packet = Buffer.from(xmp)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + XMP_BOX.length + packet.length)
  header.write('uuid', 4, 'latin1')
  const closed = closeLastBox(Buffer.from(video.buffer, video.byteOffset, video.byteLength))
  return Buffer.concat([closed, header, XMP_BOX, packet])
}
