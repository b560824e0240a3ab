import type { Readable } from 'node:stream'

/** Bytes `start` to `end` inclusive; to the end of the file when `end` is left out. */
export interface ByteRange {
  start: number
  end?: number
}

export interface StoredFile {
  /** Length of the whole file in bytes, also when only a range is read. */
  size: number
  /** From the key's extension. */
  contentType: string
  /** Quoted, as the header `ETag` carries it; changes when the file does. */
  etag: string
}

/** A file in a listing. */
export interface StoredName {
  key: string
  modifiedAt: Date
}

export interface OpenedFile extends StoredFile {
  /** Destroy it when it is not read to its end. */
  stream: Readable
}

/**
 * Files by key. Keys are made by the program (`pictures/<user>/<job>/0-1.png`): lower-case segments that
 * {@link isStorageKey} accepts, joined by slashes; the extension fixes the content type. A file appears whole
 * or not at all. A full or read-only store throws `AppError` `unavailable` and logs one line.
 */
export interface Storage {
  /** Writes or replaces a file; resolves once it is on stable storage. */
  put(key: string, body: Uint8Array | Readable): Promise<void>
  /** Opens a file for reading, or null if there is none. `range.start` must lie inside the file. */
  open(key: string, range?: ByteRange): Promise<OpenedFile | null>
  /** The whole file in memory, or null. For pictures, which are a few megabytes. */
  read(key: string): Promise<Buffer | null>
  /** What `open` would say, or null. */
  head(key: string): Promise<StoredFile | null>
  /** Removes a file; one that is not there is no error. */
  delete(key: string): Promise<void>
  /** Keys below a folder (`pictures/<user>/`), in no particular order, at most `limit`. */
  list(prefix: string, limit?: number): Promise<string[]>
  /** Everything below a folder with the time of its last write, some hundreds at a time; for sweeping. */
  files(prefix: string): AsyncIterable<StoredName[]>
  /** Removes what was begun before `before` and never finished, because its process was killed. @returns how many */
  removeUnfinished(before: Date): Promise<number>
  /** Removes everything below a folder (`variants/<key>/`). */
  deletePrefix(prefix: string): Promise<void>
  /** An address from which anybody may read the file for a while; null where the store has no such thing. */
  signedUrl(key: string, seconds: number): Promise<string | null>
  /** Writes and removes a small file; throws what `put` throws. For readiness. */
  check(): Promise<void>
  dispose(): Promise<void>
}
