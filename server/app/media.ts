import { join } from 'node:path'
import { httpAddress } from '#server/config/index.ts'
import { readLogo } from '#server/domains/installation/index.ts'
import { createMedia, type Media, type Uploads } from '#server/domains/media/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { type AppOptions, isDevelopment, ROOT } from './options.ts'
import type { Platform } from './platform.ts'

/** The domain whose rows name a stored file. */
export type FileOwner = Pick<Uploads, 'visibilityOf' | 'knownFiles'>

interface MediaParts {
  secret: Parameters<typeof createMedia>[0]['secret']
  ownerOf(key: string): FileOwner
  findPublished: Parameters<typeof createMedia>[0]['findPublished']
}

/** Serves stored files, each by the rules of the domain whose it is, and reads pictures from elsewhere. */
export function createAppMedia(
  { config, log }: AppOptions,
  { db, storage, outbound }: Platform,
  { secret, ownerOf, findPublished }: MediaParts,
): Media {
  return createMedia({
    storage,
    log,
    secret,
    visibilityOf: (key) => ownerOf(key).visibilityOf(key),
    findPublished,
    knownFiles: async (keys) => {
      const byOwner = Map.groupBy(keys, ownerOf)
      const known = await Promise.all([...byOwner].map(([owner, own]) => owner.knownFiles(own)))
      return new Set(known.flatMap((some) => [...some]))
    },
    readLogo: (hash) => readLogo(db, hash),
    staticFolders: [join(ROOT, isDevelopment() ? 'web/public' : 'build/client')],
    ownOrigins: [config.publicUrl, httpAddress(config.host, config.port)],
    remoteHosts: config.imageHosts,
    fetchPicture: async (url, { maxBytes }) => {
      const { status, bytes } = await outbound.send(url, { maxBytes })
      if (status !== 200) throw notFound()
      return bytes
    },
  })
}
