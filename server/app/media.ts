import { join } from 'node:path'
import { httpAddress } from '#server/config/index.ts'
import { readLogo } from '#server/domains/installation/index.ts'
import { isModelKey } from '#server/domains/community/index.ts'
import type { Library } from '#server/domains/library/index.ts'
import {
  createMedia,
  isForeignKey,
  isUploadKey,
  type Media,
  type Uploads,
} from '#server/domains/media/index.ts'
import { readSitePicture } from '#server/domains/site-pictures/index.ts'
import { isStudioKey } from '#server/domains/studios/index.ts'
import { isTrialKey } from '#server/domains/trials/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { type AppOptions, isDevelopment, ROOT } from './options.ts'
import type { Platform } from './platform.ts'

type FileOwner = Pick<Uploads, 'visibilityOf' | 'knownFiles'>

interface MediaParts {
  secret: Parameters<typeof createMedia>[0]['secret']
  /** The domains whose rows name stored files; they are built after this one, and asked when a file is. */
  owners(): Record<'uploads' | 'trials' | 'community' | 'studios', FileOwner> & { library: Library }
}

/** Serves stored files, each by the rules of the domain whose it is, and reads pictures from elsewhere. */
export function createAppMedia(
  { config, log }: AppOptions,
  { db, storage, outbound }: Platform,
  { secret, owners }: MediaParts,
): Media {
  const ownerOf = (key: string): FileOwner => {
    const { uploads, trials, community, studios, library } = owners()
    if (isUploadKey(key)) return uploads
    if (isTrialKey(key)) return trials
    if (isForeignKey(key) || isModelKey(key)) return community
    return isStudioKey(key) ? studios : library
  }
  return createMedia({
    storage,
    log,
    secret,
    visibilityOf: (key) => ownerOf(key).visibilityOf(key),
    findPublished: (id) => owners().library.findPublished(id),
    knownFiles: async (keys) => {
      const byOwner = Map.groupBy(keys, ownerOf)
      const known = await Promise.all([...byOwner].map(([owner, own]) => owner.knownFiles(own)))
      return new Set(known.flatMap((some) => [...some]))
    },
    readLogo: (hash) => readLogo(db, hash),
    readSitePicture: (hash) => readSitePicture(db.kysely, hash),
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
