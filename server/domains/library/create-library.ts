import type { Published, Visibility } from '#server/domains/media/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { Download, Route } from '#server/platform/route.ts'
import { changeImagesInBulk } from './change-images-in-bulk.ts'
import type { LibraryDeps } from './deps.ts'
import { visibilityOf } from './file-visibility.ts'
import { forgetPictures } from './forget-pictures.ts'
import { hideChildren } from './hide-children.ts'
import { knownPictureFiles } from './known-files.ts'
import { findPublished } from './publications/find-published.ts'
import { type PublicCopy, readPublicCopy } from './publications/read-public-copy.ts'
import { createLibraryRoutes } from './routes.ts'
import { sweepTrash } from './sweep-trash.ts'
import { zipJobs } from './zip-batch.ts'

export interface Library {
  /** prediction_images, collections. */
  routes: Route[]
  /** Every few seconds (role cron): removes the files of what was deleted. */
  sweep(): Promise<void>
  /** For the deletion of an account: deletes all images for good, with their links and collections. Safe to repeat. */
  forget(userId: string): Promise<void>
  /** Decides who may see the file of an image. */
  visibilityOf(storageKey: string): Promise<Visibility>
  /** The image that strangers may see at the address of a publication; null: none, or no longer. */
  findPublished(id: string): Promise<Published | null>
  /** The copy that strangers see of an own public image; null: it is not public, not safe for everybody, or not theirs. */
  readPublicCopy(userId: string, id: string): Promise<PublicCopy | null>
  /** The files among `keys` that belong to an image. */
  knownFiles(keys: readonly string[]): Promise<Set<string>>
  /**
   * Whatever somebody made of these photos, images, trainings and models shows their child, and is taken back from wherever it is
   * public. @returns what is left to do after the commit
   */
  hideChildren(tx: Tx, userId: string, names: readonly string[]): Promise<() => Promise<void>>
  /** Packs the images of own jobs into a zip, in this order. @throws {AppError} `not_found` when there are none */
  zipJobs(userId: string, what: { jobs: readonly string[]; filename: string }): Promise<Download>
  /** Deletes own images with no time to undo it. @returns how many */
  deleteForGood(userId: string, ids: readonly string[]): Promise<number>
}

/** Images and videos that people keep: browsed, sorted, shared, published, deleted. */
export function createLibrary(deps: LibraryDeps): Library {
  const { db, making } = deps
  const parts = { ...deps, kinds: making.kinds, faces: making.faces }
  return {
    routes: createLibraryRoutes(parts),
    sweep: () => sweepTrash(deps),
    forget: (userId) => forgetPictures(deps, userId),
    visibilityOf: (storageKey) => visibilityOf(db, storageKey),
    findPublished: (id) => findPublished(parts, id),
    readPublicCopy: (userId, id) =>
      readPublicCopy(
        { ...deps, findPublished: (publication) => findPublished(parts, publication) },
        userId,
        id,
      ),
    knownFiles: (keys) => knownPictureFiles(db, keys),
    hideChildren: (tx, userId, names) => hideChildren(deps, tx, userId, names),
    zipJobs: (userId, what) => zipJobs(deps, userId, what),
    async deleteForGood(userId, ids) {
      return (await changeImagesInBulk(deps, userId, { ids, action: 'delete' })).length
    },
  }
}
