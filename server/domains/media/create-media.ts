import type { PictureDownloadQuery } from '#contract/picture-download.ts'
import type { ImageType, ResizedImageQuery } from '#contract/resized-image.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { ByteRange, OpenedFile, Storage, StoredFile } from '#server/platform/storage/index.ts'
import { convertPicture } from './convert-picture.ts'
import { type Card, createCards } from './cards/create-cards.ts'
import { deletePicture } from './delete-picture.ts'
import { cacheControl, mediaAccess, type Visibility } from './media-access.ts'
import { signedMediaUrl, type MediaSignature, type Scope } from './media-urls.ts'
import { drawSheet, type Sheet } from './sheets/draw-sheet.ts'
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
import { createWorkSlots } from './work-slots.ts'

export interface MediaOptions {
  storage: Storage
  log: Log
  /** Signs the addresses of private files; the same on every node. */
  secret: Buffer
  /** Asked at every request for a stored file. */
  visibilityOf(storageKey: string): Promise<Visibility>
  /** Which of these stored files a row names. */
  knownFiles: KnownFiles
  /** Folders of the app's own static files. */
  staticFolders: readonly string[]
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
  /** Removes a picture, its marked copy, its video and every resized variant; harmless when repeated. */
  deletePicture(keys: PictureKeys): Promise<void>
  /**
   * Removes the files of all pictures of a person, also those that a process stored and was killed before it had noted them.
   * For an account that nothing can be stored for any more.
   */
  removePicturesOf(userId: string): Promise<void>
  /** The whole file of a stored picture, or null when it is gone. */
  readPicture(storageKey: string): Promise<Buffer | null>
  /** Root-relative address of a picture; signed for 24 to 48 hours while it is private. */
  pictureUrl(picture: { storageKey: string; isPublic: boolean; scope?: Scope }): string
  /** A file of `/media/`, if this caller may see it; else `AppError` `not_found`. */
  showFile(key: string, signature: MediaSignature): Promise<ShownFile>
  /**
   * A stored image as another file, for saving.
   * @throws {AppError} `not_found`, `invalid` for what is no image, `unavailable` when too busy
   */
  convertFile(
    key: string,
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

/** Builds the domain of stored pictures: their files, addresses and resized copies. */
export function createMedia(options: MediaOptions): Media {
  const { storage, secret } = options
  const resizer = createResizer({
    ...options,
    accessOf: (key, query) =>
      mediaAccess(options, key, {
        exp: query.get('exp') ?? undefined,
        sig: query.get('sig') ?? undefined,
      }),
  })

  const conversions = createWorkSlots({ running: 2, waiting: 50 })
  // A large one takes a second or two, and with its encoder some 400 MB at its peak.
  const sheets = createWorkSlots({ running: 1, waiting: 20 })

  const cards = createCards(options.staticFolders)

  return {
    storePicture: (input) => storePicture(storage, input),
    storeVideo: (input) => storeVideo(storage, input),
    deletePicture: (keys) => deletePicture(storage, resizer, keys),
    removePicturesOf: (userId) => storage.deletePrefix(picturesFolder(userId)),
    readPicture: (storageKey) => storage.read(storageKey),
    pictureUrl: ({ storageKey: key, isPublic, scope = 'media' }) =>
      isPublic ? `/media/${key}` : signedMediaUrl(secret, { key, scope }, Date.now()),
    async showFile(key, signature) {
      const access = await mediaAccess(options, key, signature)
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
    async convertFile(key, signature, wanted) {
      await mediaAccess(options, key, signature)
      if (!key.endsWith('.png')) throw invalidField('format', 'This file is not converted.')
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
    dispose: () => resizer.settle(),
  }
}
