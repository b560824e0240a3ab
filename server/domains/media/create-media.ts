import type { PictureDownloadQuery } from '#contract/picture-download.ts'
import type { ResizedImageQuery } from '#contract/resized-image.ts'
import type { ImageType } from '#contract/values/resized-image.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { ByteRange, OpenedFile, Storage, StoredFile } from '#server/platform/storage/index.ts'
import { convertPicture } from './convert-picture.ts'
import { type Card, createCards } from './cards/create-cards.ts'
import { deletePicture } from './delete-picture.ts'
import { type Fingerprint, fingerprintPicture } from './fingerprint-picture.ts'
import { cacheControl, mediaAccess, type Visibility } from './media-access.ts'
import { copiesFolder, createCopies, type FindPublished } from './publications/create-copies.ts'
import {
  isPublicPath,
  type PublicAddress,
  publicUrl,
  parsePublicPath,
} from './publications/public-urls.ts'
import type { LocatedFile } from './resolve-source.ts'
import { signedMediaUrl, type MediaSignature, type Scope } from './media-urls.ts'
import { drawSheet, type Sheet } from './sheets/draw-sheet.ts'
import {
  fingerprintForeign,
  type ForeignPicture,
  storeForeignPicture,
} from './store-foreign-picture.ts'
import { createResizer, type FetchPicture, type ResizedPicture } from './resize-picture.ts'
import {
  picturesFolder,
  storePicture,
  type PictureKeys,
  type StoredPicture,
  type StorePictureInput,
} from './store-picture.ts'
import { type StoredVideo, storeVideo, type StoreVideoInput } from './store-video.ts'
import { type KnownFiles, sweepStrayFiles } from './sweep-stray-files.ts'
import { variantsPrefix } from './variant-keys.ts'
import { createWorkSlots } from '#server/platform/work-slots.ts'
import { t } from '#server/texts/index.ts'
import { tooManyImages } from './too-many-images.ts'

export interface MediaOptions {
  storage: Storage
  log: Log
  /** Signs the addresses of private files; the same on every node. */
  secret: Buffer
  /** Asked at every request for a stored file. */
  visibilityOf(storageKey: string): Promise<Visibility>
  /** Asked at every request for a file of a publication. */
  findPublished: FindPublished
  /** Which of these stored files a row names. */
  knownFiles: KnownFiles
  /** Folders of the app's own static files. */
  staticFolders: readonly string[]
  /** The PNG of a brand's logo, by the hash in its address. */
  readLogo(hash: string): Promise<Buffer | null>
  /** An image that administrators chose for the site; null: there is none. */
  readSitePicture(hash: string): Promise<Buffer | null>
  /** Origins that are this app (`https://example.com`). */
  ownOrigins: readonly string[]
  /** Other hosts whose pictures may be resized. */
  remoteHosts: readonly string[]
  fetchPicture: FetchPicture | null
}

export interface ShownFile extends StoredFile {
  cacheControl: string
  open(range?: ByteRange): Promise<OpenedFile>
}

export interface Media {
  /** Keeps a finished picture with its parameters and the AI label inside. */
  storePicture(input: StorePictureInput): Promise<StoredPicture>
  /** Keeps a finished video with the AI label inside, and its first frame as a picture. */
  storeVideo(input: StoreVideoInput): Promise<StoredVideo>
  /**
   * Keeps a copy of a picture of another site, decoded in a process of its own and rewritten.
   * @throws {AppError} `invalid`, `unsupported_media_type`, `payload_too_large` for what is no image
   */
  storeForeignPicture(file: Buffer): Promise<ForeignPicture>
  /** By which a picture of another site is known again. @throws {AppError} as {@link Media.storeForeignPicture} */
  fingerprintForeign(file: Buffer): Promise<Fingerprint>
  /** The publication that an address of ours shows, by its path; null: it is none of these. */
  publicationAt(path: string): string | null
  /** Removes a picture, its marked copy, its video and every resized variant; harmless when repeated. */
  deletePicture(keys: PictureKeys): Promise<void>
  /**
   * Removes the files of all pictures of a person, also those that a process stored and was killed before it had noted them.
   * For an account that nothing can be stored for any more.
   */
  removePicturesOf(userId: string): Promise<void>
  /** The whole file of a stored picture, or null when it is gone. */
  readPicture(storageKey: string): Promise<Buffer | null>
  /** By which a stored picture is known again; null when it is gone. */
  fingerprint(storageKey: string): Promise<Fingerprint | null>
  /** Keeps a copy of a stored picture as evidence, out of reach of every address and sweep. @returns whether it was there */
  seal(storageKey: string, name: string): Promise<boolean>
  /** Removes such a copy. */
  unseal(name: string): Promise<void>
  /** Root-relative address of a stored file for its owner, signed for 24 to 48 hours. */
  pictureUrl(picture: { storageKey: string; scope?: Scope }): string
  /**
   * Root-relative address of what strangers see of an image, as long as `findPublished` answers for `id`, the id of its
   * publication. The file holds nothing that is hidden from them.
   */
  publicUrl(address: PublicAddress): string
  /**
   * Whether strangers can see the video of a publication now, and not its first frame alone. A copy with the mark is made in the
   * background when this is first asked.
   */
  showsVideo(publication: string): Promise<boolean>
  /** Begins with what takes long of a new publication. Never throws: it is begun again when it is asked for. */
  prepareCopies(publication: string): void
  /** Removes the files that were made for publications; for those that are withdrawn. Never throws: a sweep repeats it. */
  forgetCopies(publications: readonly string[]): Promise<void>
  /** A file of `/media/`, if this caller may see it; else `AppError` `not_found`. @param path what follows `/media/` */
  showFile(path: string, signature: MediaSignature): Promise<ShownFile>
  /**
   * A stored image as another file, for saving.
   * @throws {AppError} `not_found`, `invalid` for what is no image, `unavailable` when too busy
   */
  convertFile(
    path: string,
    signature: MediaSignature,
    wanted: PictureDownloadQuery,
  ): Promise<{ body: Buffer; type: ImageType }>
  /**
   * Stored images as one labelled sheet, a JPEG.
   * @throws {AppError} `unavailable` when too busy
   */
  drawSheet(sheet: Sheet): Promise<Buffer>
  /**
   * What stands for a page where its link is shared, a JPEG of 1200x630 pixels; drawn once while it is among the last 100.
   * @throws {AppError} `not_found` if it names a picture that is not there, `unavailable` when too busy
   */
  drawCard(card: Card): Promise<Buffer>
  /** A variant for `/img/`; `AppError` `invalid`, `not_found` or, when too busy, `unavailable`. */
  resize(query: ResizedImageQuery): Promise<ResizedPicture>
  /**
   * Every hour or so (role cron): removes files written before `before` that no row names.
   * @returns how many
   */
  sweepStrayFiles(before: Date): Promise<number>
  /** Waits for variants that are still being stored. */
  dispose(): Promise<void>
}

const sealedKey = (name: string): string => `sealed/${name}.png`

/** Builds the domain of stored pictures: their files, addresses and resized copies. */
export function createMedia(options: MediaOptions): Media {
  const { storage, secret, log } = options
  const copies = createCopies(options)
  /** The stored file behind what follows `/media/` in an address. */
  const locate = async (path: string, signature: MediaSignature): Promise<LocatedFile> =>
    isPublicPath(path)
      ? { key: await copies.locate(path), access: { kind: 'public' } }
      : { key: path, access: await mediaAccess(options, path, signature) }
  const resizer = createResizer({
    ...options,
    locate: (path, query) =>
      locate(path, { exp: query.get('exp') ?? undefined, sig: query.get('sig') ?? undefined }),
  })

  const conversions = createWorkSlots({ running: 2, waiting: 50, refusal: tooManyImages })
  // A large one takes a second or two, and with its encoder some 400 MB at its peak.
  const sheets = createWorkSlots({ running: 1, waiting: 20, refusal: tooManyImages })

  const cards = createCards(options)

  return {
    storePicture: (input) => storePicture(storage, input),
    storeVideo: (input) => storeVideo(storage, input),
    storeForeignPicture: (file) => storeForeignPicture(storage, file),
    fingerprintForeign,
    publicationAt: (path) =>
      path.startsWith('/media/')
        ? (parsePublicPath(secret, path.slice('/media/'.length))?.id ?? null)
        : null,
    deletePicture: (keys) => deletePicture(storage, resizer, keys),
    removePicturesOf: (userId) => storage.deletePrefix(picturesFolder(userId)),
    readPicture: (storageKey) => storage.read(storageKey),
    async fingerprint(storageKey) {
      const file = await storage.read(storageKey)
      return file && conversions.run(() => fingerprintPicture(file))
    },
    async seal(storageKey, name) {
      const file = await storage.read(storageKey)
      if (file) await storage.put(sealedKey(name), file)
      return file !== null
    },
    unseal: (name) => storage.delete(sealedKey(name)),
    pictureUrl: ({ storageKey: key, scope = 'media' }) =>
      signedMediaUrl(secret, { key, scope }, Date.now()),
    publicUrl: (address) => publicUrl(secret, address),
    showsVideo: (id) => copies.hasVideo(id),
    prepareCopies: (id) =>
      void copies
        .hasVideo(id)
        .catch((err: unknown) => log.warn({ err, publication: id }, 'No copy was begun yet')),
    async forgetCopies(publications) {
      for (const id of publications) {
        try {
          await storage.deletePrefix(copiesFolder(id))
          await resizer.forget(
            variantsPrefix({ kind: 'media', key: copiesFolder(id).slice(0, -1) }),
          )
        } catch (error) {
          log.warn({ err: error, publication: id }, 'Public copies were not removed yet')
        }
      }
    },
    async showFile(path, signature) {
      const { key, access } = await locate(path, signature)
      const file = await storage.head(key)
      if (!file) throw notFound()
      return {
        ...file,
        cacheControl: cacheControl(access),
        async open(range) {
          const opened = await storage.open(key, range)
          if (!opened) throw notFound()
          return opened
        },
      }
    },
    async convertFile(path, signature, wanted) {
      const { key } = await locate(path, signature)
      if (!key.endsWith('.png')) throw invalidField('format', t('media.notConverted'))
      return conversions.run(async () => {
        const png = await storage.read(key)
        if (!png) throw notFound()
        return convertPicture(png, wanted)
      })
    },
    drawSheet: (sheet) => sheets.run(() => drawSheet(sheet, (key) => storage.read(key))),
    drawCard: cards,
    resize: (query) => resizer.resize(query),
    sweepStrayFiles: (before) =>
      sweepStrayFiles(
        {
          ...options,
          removeFile: (storageKey) =>
            deletePicture(storage, resizer, { storageKey, markedStorageKey: null }),
        },
        before,
      ),
    async dispose() {
      await copies.dispose()
      await resizer.settle()
    },
  }
}
