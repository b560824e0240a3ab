import { createHash } from 'node:crypto'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { Storage } from '#server/platform/storage/index.ts'
import { labelXmp, type SourceType } from '../ai-label.ts'
import { withShownOnly } from '../png-chunks.ts'
import { createWorkSlots } from '#server/platform/work-slots.ts'
import { tooManyImages } from '../too-many-images.ts'
import { drawAiMark } from './ai-mark.ts'
import { markVideo } from './mark-video.ts'
import { parsePublicPath, type PublicAddress, type PublicFile } from './public-urls.ts'
import { withXmp } from '../store-video.ts'
import { withVideoLabelOnly } from './strip-video.ts'

/** What of an image strangers may see now. */
export interface Published {
  /** The stored file that is shown of it, with its watermark where it has one. */
  imageKey: string
  /** Of a video, whose first frame is the image. */
  videoKey: string | null
  sourceType: SourceType
  /** What its file says about how it was made, as its page shows it; null: nothing. */
  words: string | null
  /** Whether strangers see an "AI" on the image. */
  hasAiMark: boolean
}

/** What a publication shows; null: there is none, or no longer. `id` is that of the publication, not of the image. */
export type FindPublished = (id: string) => Promise<Published | null>

interface CopiesDeps {
  storage: Storage
  secret: Buffer
  findPublished: FindPublished
  log: Log
}

export interface Copies {
  /**
   * The stored file that an address of a publication shows now, by what follows `/media/`. Made when it is first asked for.
   * @throws {AppError} `not_found` also for one that was withdrawn, `unavailable` when too busy
   */
  locate(path: string): Promise<string>
  /**
   * Whether strangers can see the video of a publication now. One that needs the mark is made in the background when this is first
   * asked; until it is there, they see its first frame alone.
   */
  hasVideo(id: string): Promise<boolean>
  /** Stops what is made in the background. */
  dispose(): Promise<void>
}

const FOLDER = 'copies/'
const MOST_FAILED = 1000

/** Where the files of one publication are, and nothing else. */
export const copiesFolder = (id: string): string => `${FOLDER}${id}/`

/** The publication that a stored file was made for; null: it is no such file. */
export const publicationOf = (storageKey: string): string | null =>
  storageKey.startsWith(FOLDER) ? (storageKey.split('/')[1] ?? null) : null

/** What is shown when somebody asks for a file of a publication. */
interface Wanted {
  source: string
  copy: string
  make(original: Buffer): Promise<Buffer> | Buffer
  /** It takes too long to wait for: it is made in the background, and is not there before. */
  isSlow?: true
}

function wantedFile(
  id: string,
  file: PublicFile,
  published: Published,
  signal: AbortSignal,
): Wanted | null {
  const { imageKey, videoKey, sourceType, words, hasAiMark } = published
  const xmp = labelXmp(sourceType)
  const folder = copiesFolder(id)
  if (file === 'video.mp4') {
    if (videoKey === null) return null
    if (hasAiMark) {
      // Encoded again, so that no word of the original is in it.
      const make = async (original: Buffer) => withXmp(await markVideo(original, signal), xmp)
      return { source: videoKey, copy: `${folder}ai.mp4`, make, isSlow: true }
    }
    return {
      source: videoKey,
      copy: `${folder}plain.mp4`,
      make: (original) => withVideoLabelOnly(original, xmp),
    }
  }
  // The file with the watermark and the one without are two, and one day the other is shown.
  const name = imageKey.slice(imageKey.lastIndexOf('/') + 1, imageKey.lastIndexOf('.'))
  const told = words === null ? 'plain' : `told-${digestOf(words)}`
  const kind = [told, ...(hasAiMark ? ['ai'] : []), name].join('-')
  return {
    source: imageKey,
    copy: `${folder}${kind}.png`,
    async make(original) {
      const shown = hasAiMark ? await drawAiMark(original) : original
      return withShownOnly(shown, { parameters: words, xmp })
    },
  }
}

/** One copy for each text: what is shown of an image may change. */
const digestOf = (words: string): string =>
  createHash('sha256').update(words).digest('hex').slice(0, 16)

/** Makes what strangers see of images: copies that hold nothing of what is hidden from them. */
export function createCopies({ storage, secret, findPublished, log }: CopiesDeps): Copies {
  // A large one takes a second and some hundred megabytes.
  const slots = createWorkSlots({ running: 1, waiting: 50, refusal: tooManyImages })
  // As long as the video, at least.
  const videoSlots = createWorkSlots({ running: 1, waiting: 50, refusal: tooManyImages })
  const making = new Map<string, Promise<void>>()
  /** Copies that could not be made; asked again after a restart, which may bring a program that can. */
  const failed = new Set<string>()
  const stop = new AbortController()

  async function make(id: string, { source, copy, make: copyOf }: Wanted): Promise<void> {
    const original = await storage.read(source)
    if (!original) throw notFound()
    await storage.put(copy, await copyOf(original))
    // It may have been withdrawn meanwhile, with all copies that were there by then.
    if (await findPublished(id)) return
    await storage.delete(copy)
    log.info({ copy }, 'An image was withdrawn while its public copy was made')
    throw notFound()
  }

  async function makeOnce(id: string, wanted: Wanted): Promise<void> {
    const { copy } = wanted
    const begun = making.get(copy)
    if (begun) return begun
    const made = (wanted.isSlow ? videoSlots : slots).run(() => make(id, wanted))
    making.set(copy, made)
    try {
      await made
    } finally {
      making.delete(copy)
    }
  }

  /** Never throws: what cannot be made is left out. */
  async function makeInBackground(id: string, wanted: Wanted): Promise<void> {
    const { copy } = wanted
    if (failed.has(copy) || making.has(copy) || stop.signal.aborted) return
    try {
      await makeOnce(id, wanted)
    } catch (error) {
      // Withdrawn or too busy: whoever asks next begins again.
      if (error instanceof AppError || stop.signal.aborted) return
      if (failed.size >= MOST_FAILED) failed.clear()
      failed.add(copy)
      log.warn({ err: error, publication: id }, 'A public video is shown as its first frame')
    }
  }

  const find = async (address: PublicAddress): Promise<Wanted | null> => {
    const published = await findPublished(address.id)
    return published && wantedFile(address.id, address.file, published, stop.signal)
  }
  const isThere = async ({ copy }: Wanted): Promise<boolean> => (await storage.head(copy)) !== null

  return {
    async locate(path) {
      const address = parsePublicPath(secret, path)
      const wanted = address && (await find(address))
      if (!wanted) throw notFound()
      if (await isThere(wanted)) return wanted.copy
      if (!wanted.isSlow) await makeOnce(address.id, wanted)
      else {
        void makeInBackground(address.id, wanted)
        throw notFound()
      }
      return wanted.copy
    },
    async hasVideo(id) {
      const wanted = await find({ id, file: 'video.mp4' })
      if (!wanted) return false
      if (!wanted.isSlow || (await isThere(wanted))) return true
      void makeInBackground(id, wanted)
      return false
    },
    async dispose() {
      stop.abort(new Error('The program ends'))
      await Promise.allSettled(making.values())
    },
  }
}
