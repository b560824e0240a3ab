import type { Log } from '../log.ts'
import { createDiskStorage } from './disk-storage.ts'
import { createS3Storage, type S3Options } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export { isStorageKey } from './keys.ts'
export type { S3Options } from './s3-storage.ts'
export { createWritableCheck } from './require-writable.ts'
export { StorageAway } from './storage-errors.ts'
export type { ByteRange, OpenedFile, Storage, StoredFile, StoredName } from './storage.ts'

export interface StorageOptions {
  /** Folder of the files when no S3 is configured. */
  folder: string
  s3: S3Options | null
}

/** The file store that the settings name: an S3 bucket, else a folder on disk. */
export function createStorage({ folder, s3 }: StorageOptions, log: Log): Storage {
  return s3 ? createS3Storage(s3, log) : createDiskStorage(folder, log)
}
