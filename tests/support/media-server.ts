import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type LightMyRequestResponse } from 'fastify'
import { vi } from 'vitest'
import { createMedia, type Published, type StoredPicture } from '#server/domains/media/index.ts'
import { addErrorHandler } from '#server/http/error-handler.ts'
import { mediaPlugin } from '#server/http/media.ts'
import { addRequestLanguage } from '#server/http/request-language.ts'
import { createLogger } from '#server/platform/log.ts'
import { createStorage } from '#server/platform/storage/index.ts'
import { makePng } from './pictures.ts'

export type MediaServer = Awaited<ReturnType<typeof startMediaServer>>

export interface TestPicture extends StoredPicture {
  /** Signed address. */
  url: string
  /** The same without its signature. */
  path: string
}

/**
 * The media routes alone, over files in a folder of their own: no database, `published` says by the ids of publications
 * what strangers may see. Static files: `/showcase/fox.png` (300 x 200), `/secret.txt`; beside their folder `outside.png`.
 */
export async function startMediaServer() {
  const log = createLogger({ level: 'silent' })
  const folder = mkdtempSync(join(tmpdir(), 'atelier-media-'))
  const staticFolder = join(folder, 'static')
  mkdirSync(join(staticFolder, 'showcase'), { recursive: true })
  writeFileSync(join(staticFolder, 'showcase', 'fox.png'), await makePng(300, 200))
  writeFileSync(join(staticFolder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'outside.png'), await makePng(64, 64))

  const published = new Map<string, Published>()
  const fetchPicture = vi.fn<(url: string) => Promise<Uint8Array>>()
  const storage = createStorage({ folder: join(folder, 'media'), s3: null }, log)
  const media = createMedia({
    storage,
    log,
    secret: Buffer.alloc(32, 1),
    visibilityOf: () => Promise.resolve('private'),
    findPublished: (id) => Promise.resolve(published.get(id) ?? null),
    knownFiles: (keys) => Promise.resolve(new Set(keys)),
    readLogo: async () => null,
    readSitePicture: async () => null,
    staticFolders: [staticFolder],
    ownOrigins: ['https://atelier.example'],
    remoteHosts: ['images.example', 'slow.example:8443'],
    fetchPicture,
  })
  const app = Fastify()
  addErrorHandler(app)
  addRequestLanguage(app, ['en'])
  await app.register(mediaPlugin(media))

  return {
    app,
    media,
    storage,
    published,
    /** @returns the id of the publication, of which words and settings are hidden unless `words` are given */
    publish(shown: Pick<Published, 'imageKey'> & Partial<Published>): string {
      const id = crypto.randomUUID()
      published.set(id, {
        videoKey: null,
        sourceType: 'trainedAlgorithmicMedia',
        words: null,
        hasAiMark: false,
        ...shown,
      })
      return id
    },
    fetchPicture,
    get: (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
      app.inject({ url, headers }),
    async storePicture(
      options: { width?: number; height?: number; marked?: boolean } = {},
    ): Promise<TestPicture> {
      const { width = 300, height = 200, marked = false } = options
      const stored = await media.storePicture({
        sourceType: 'trainedAlgorithmicMedia',
        userId: crypto.randomUUID(),
        jobId: crypto.randomUUID(),
        index: 0,
        attempt: 1,
        data: await makePng(width, height),
        parametersText: 'a fox',
        marked,
      })
      const url = media.pictureUrl({ storageKey: stored.storageKey })
      return { ...stored, url, path: `/media/${stored.storageKey}` }
    },
    async dispose() {
      await app.close()
      await media.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
