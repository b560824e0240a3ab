import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Log } from '../log.ts'
import { assertKey, assertPrefix, contentTypeOf } from './keys.ts'
import type { ByteRange, OpenedFile, Storage, StoredFile, StoredName } from './storage.ts'
import { writeFailure } from './storage-errors.ts'

/** Files that are being written; on the same disk as the rest, or a rename would be a copy. */
const UNFINISHED = '.unfinished'
/** Files that are looked at together. */
const PAGE = 500

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function describe(key: string, stats: Stats): StoredFile {
  const version = `${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}-${stats.ino.toString(36)}`
  return { size: stats.size, contentType: contentTypeOf(key), etag: `"${version}"` }
}

async function writeBody(file: FileHandle, body: Uint8Array | Readable): Promise<void> {
  await file.writeFile(body)
  await file.sync()
}

/** A rename is only durable once the folder that holds the name is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files in a folder: written aside, flushed, then renamed, so that a crash leaves the old file or the new one. */
export function createDiskStorage(folder: string, log: Log): Storage {
  const root = resolve(folder)
  const pathOf = (key: string): string => {
    assertKey(key)
    return join(root, key)
  }

  const put = async (key: string, body: Uint8Array | Readable): Promise<void> => {
    const path = pathOf(key)
    const unfinished = join(root, UNFINISHED, randomBytes(12).toString('hex'))
    try {
      await mkdir(join(root, UNFINISHED), { recursive: true })
      const file = await open(unfinished, 'wx')
      try {
        await writeBody(file, body)
      } finally {
        await file.close()
      }
      await renameInto(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined)
      throw writeFailure(error, root, log)
    }
  }

  /** The folder may be pruned by a concurrent delete between making it and using it. */
  const renameInto = async (from: string, to: string): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      await mkdir(dirname(to), { recursive: true })
      try {
        await rename(from, to)
        await syncFolder(dirname(to))
        return
      } catch (error) {
        if (!isMissing(error) || attempt === 5) throw error
      }
    }
  }

  const head = async (key: string): Promise<StoredFile | null> => {
    try {
      const stats = await stat(pathOf(key))
      return stats.isFile() ? describe(key, stats) : null
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const openFile = async (key: string, range?: ByteRange): Promise<OpenedFile | null> => {
    let file: FileHandle
    try {
      file = await open(pathOf(key), 'r')
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
    const stats = await file.stat()
    if (!stats.isFile()) {
      await file.close()
      return null
    }
    return {
      ...describe(key, stats),
      stream: file.createReadStream({ ...range, highWaterMark: 1 << 18 }),
    }
  }

  const read = async (key: string): Promise<Buffer | null> => {
    try {
      return await readFile(pathOf(key))
    } catch (error) {
      if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'EISDIR') return null
      throw error
    }
  }

  const list = async (prefix: string, limit = Number.MAX_SAFE_INTEGER): Promise<string[]> => {
    assertPrefix(prefix)
    try {
      const entries = await readdir(join(root, prefix), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .slice(0, limit)
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  async function* files(prefix: string): AsyncIterable<StoredName[]> {
    const keys = await list(prefix)
    for (let from = 0; from < keys.length; from += PAGE) {
      const page = await Promise.all(keys.slice(from, from + PAGE).map(modifiedFile))
      yield page.filter((file) => file !== null)
    }
  }

  const modifiedFile = async (key: string): Promise<StoredName | null> => {
    try {
      return { key, modifiedAt: (await stat(pathOf(key))).mtime }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const removeUnfinished = async (before: Date): Promise<number> => {
    const unfinished = join(root, UNFINISHED)
    const names = await readdir(unfinished).catch(() => [])
    let removed = 0
    for (const name of names) {
      const { mtime } = await stat(join(unfinished, name)).catch(() => ({ mtime: null }))
      if (mtime === null || mtime >= before) continue
      await rm(join(unfinished, name), { force: true })
      removed++
    }
    return removed
  }

  const remove = async (key: string): Promise<void> => {
    const path = pathOf(key)
    try {
      await unlink(path)
    } catch (error) {
      if (isMissing(error)) return
      throw writeFailure(error, root, log)
    }
  }

  const deletePrefix = async (prefix: string): Promise<void> => {
    assertPrefix(prefix)
    await rm(join(root, prefix), { recursive: true, force: true }).catch((error: unknown) => {
      throw writeFailure(error, root, log)
    })
  }

  const check = async (): Promise<void> => {
    const key = `checks/${randomBytes(8).toString('hex')}`
    await put(key, new Uint8Array([1]))
    await remove(key)
  }

  return {
    put,
    open: openFile,
    read,
    head,
    delete: remove,
    list,
    files,
    removeUnfinished,
    deletePrefix,
    signedUrl: () => Promise.resolve(null),
    check,
    dispose: () => Promise.resolve(),
  }
}
