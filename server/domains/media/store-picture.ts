import type { Storage } from '#server/platform/storage/index.ts'
import { labelXmp, type SourceType } from './ai-label.ts'
import { drawCornerMark } from './corner-mark.ts'
import { makePlaceholder } from './placeholder.ts'
import { withTexts } from './png-chunks.ts'
import { putPatiently } from './put-patiently.ts'

export interface StorePictureInput {
  userId: string
  jobId: string
  /** Place of the picture in its job. */
  index: number
  /** Attempt of the job; a late file of an older attempt has another key. */
  attempt: number
  /** PNG as the engine made it. */
  data: Uint8Array
  /** Prompt and settings as A1111 writes them. */
  parametersText: string
  /** How it came to be, which its file says. */
  sourceType: SourceType
  /** Also make the copy with the watermark. */
  marked: boolean
}

export interface PictureKeys {
  storageKey: string
  markedStorageKey: string | null
  /** Of a video, whose first frame is in `storageKey`. */
  videoStorageKey?: string | null
}

export interface StoredPicture extends PictureKeys {
  /** Size of the clean file. */
  bytes: number
  contentType: 'image/png'
  /** `#rrggbb` */
  dominantColor: string
  blurhash: string
}

/** Where all files of one person's pictures are, and nothing else. */
export const picturesFolder = (userId: string) => `pictures/${userId}/`

/**
 * Stores a finished picture under our own key with its parameters and the label of how it came to be inside, the clean file
 * and, if asked for, the marked copy. Both are on stable storage when it resolves.
 * Throws `AppError` `unavailable` when the store is full or read-only, or away for minutes.
 */
export async function storePicture(
  storage: Storage,
  { userId, jobId, index, attempt, data, parametersText, sourceType, marked }: StorePictureInput,
): Promise<StoredPicture> {
  const name = `${picturesFolder(userId)}${jobId}/${index}-${attempt}`
  const texts = { parameters: parametersText, xmp: labelXmp(sourceType) }
  const clean = withTexts(data, texts)
  const storageKey = `${name}.png`
  const markedStorageKey = marked ? `${name}-marked.png` : null

  const [placeholder] = await Promise.all([
    makePlaceholder(data),
    putPatiently(storage, storageKey, clean),
    markedStorageKey &&
      drawCornerMark(data).then((copy) =>
        putPatiently(storage, markedStorageKey, withTexts(copy, texts)),
      ),
  ])
  return {
    storageKey,
    markedStorageKey,
    bytes: clean.length,
    contentType: 'image/png',
    ...placeholder,
  }
}
