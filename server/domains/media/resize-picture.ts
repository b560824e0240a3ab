import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ResizedImageQuery } from '#contract/resized-image.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { Storage } from '#server/platform/storage/index.ts'
import { cacheControl } from './media-access.ts'
import { resolveSource, type ResolvedSource, type SourceOptions } from './resolve-source.ts'
import { createRecentVariants } from './recent-variants.ts'
import { transformPicture } from './transform-picture.ts'
import { variantKey, variantsPrefix, type PictureSource } from './variant-keys.ts'
import { createWorkSlots } from '#server/platform/work-slots.ts'
import { t } from '#server/texts/index.ts'
import { tooManyImages } from './too-many-images.ts'

/** Reads a picture from a listed host; rejects when it is not there or too large. */
export type FetchPicture = (url: string, limits: { maxBytes: number }) => Promise<Uint8Array>

export interface ResizerOptions extends SourceOptions {
  storage: Storage
  log: Log
  /** Null where nothing is read from other hosts. */
  fetchPicture: FetchPicture | null
}

export interface ResizedPicture {
  contentType: string
  etag: string
  cacheControl: string
  /** Makes or reads the file; not needed for a 304. */
  read(): Promise<Buffer>
}

export interface Resizer {
  resize(query: ResizedImageQuery): Promise<ResizedPicture>
  /** Removes all variants below a folder, those in the making too, once their original is gone. */
  forget(prefix: string): Promise<void>
  /** Resolves when everything that was begun is stored. */
  settle(): Promise<void>
}

const MAX_REMOTE_BYTES = 20 * 1024 * 1024
/** Sharp blocks one of libuv's four threads a job; files must still be read meanwhile. */
const RUNNING = Math.min(3, availableParallelism())
const WAITING = 200
/** Until the answer has gone out: writing at once would take the processor and the disk from it. */
const KEEP_AFTER_MS = 25
/** Nobody needs more sizes of one picture; further ones are made but not kept, so that nobody fills the store. */
const MAX_KEPT_VARIANTS = 100

async function readRemote(fetchPicture: FetchPicture, url: string): Promise<Buffer> {
  try {
    const bytes = await fetchPicture(url, { maxBytes: MAX_REMOTE_BYTES })
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('provider_error', `The image could not be read: ${String(error)}`, {
      userMessage: t('media.hostUnreadable'),
      cause: error,
    })
  }
}

/** The resizing service: makes each variant once, keeps it beside its original's key. */
export function createResizer(options: ResizerOptions): Resizer {
  const { storage, log, fetchPicture } = options
  const slots = createWorkSlots({ running: RUNNING, waiting: WAITING, refusal: tooManyImages })
  const making = new Map<string, Promise<Buffer>>()
  const recent = createRecentVariants()
  let deletions = 0
  const keeping = new Map<string, Promise<void>>()

  const readOriginal = async ({ source, file }: ResolvedSource): Promise<Buffer> => {
    if (file !== null) return readFile(file)
    if (source.kind === 'media') {
      const data = await storage.read(source.key)
      if (!data) throw notFound()
      return data
    }
    if (source.kind !== 'remote' || !fetchPicture) throw notFound()
    return readRemote(fetchPicture, source.url)
  }

  const keep = async (source: PictureSource, key: string, body: Buffer): Promise<void> => {
    const kept = await storage.list(variantsPrefix(source), MAX_KEPT_VARIANTS)
    if (kept.length >= MAX_KEPT_VARIANTS) return
    await storage.put(key, body)
    // Its original may have been deleted meanwhile, with all variants that were there by then.
    if (source.kind === 'media' && !(await storage.head(source.key))) await storage.delete(key)
  }

  /** The answer does not wait for the store; who asks until it is stored gets the same bytes. */
  const keepBehind = async (
    source: PictureSource,
    key: string,
    made: Promise<Buffer>,
  ): Promise<void> => {
    try {
      const body = await made
      await sleep(KEEP_AFTER_MS)
      await keep(source, key, body)
    } catch (error) {
      // Who asked for it already has the picture or the error.
      log.debug({ err: error, key }, 'A resized image was not kept')
    } finally {
      making.delete(key)
    }
  }

  const read = async (
    resolved: ResolvedSource,
    key: string,
    query: ResizedImageQuery,
  ): Promise<Buffer> => {
    const known = recent.find(key) ?? making.get(key)
    if (known) return known
    const before = deletions
    const stored = await storage.read(key)
    if (stored) {
      // What was deleted while it was read must not come back.
      if (before === deletions) recent.remember(key, stored)
      return stored
    }
    const begun = making.get(key)
    if (begun) return begun
    const made = slots.run(async () => transformPicture(await readOriginal(resolved), query))
    making.set(key, made)
    const kept = keepBehind(resolved.source, key, made)
    keeping.set(key, kept)
    void kept.finally(() => keeping.delete(key))
    return made
  }

  return {
    async resize(query) {
      const resolved = await resolveSource(query.url, options)
      if (resolved.source.kind === 'remote' && !fetchPicture) {
        throw invalidField('url', t('media.hostNotResized'))
      }
      const key = variantKey(resolved.source, query)
      return {
        contentType: `image/${query.type}`,
        etag: `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`,
        cacheControl: cacheControl(resolved.access),
        read: () => read(resolved, key, query),
      }
    },
    async settle() {
      await Promise.all(keeping.values())
    },
    async forget(prefix) {
      const concerned = [...keeping].filter(([key]) => key.startsWith(prefix))
      await Promise.all(concerned.map(([, kept]) => kept))
      await storage.deletePrefix(prefix)
      deletions++
      recent.forget(prefix)
    },
  }
}
