import type { Log } from '#server/platform/log.ts'
import type { Storage } from '#server/platform/storage/index.ts'

/** Says which of these files a row names. Those of an attempt that another took over from have none. */
export type KnownFiles = (keys: readonly string[]) => Promise<ReadonlySet<string>>

export interface StrayFilesDeps {
  storage: Storage
  knownFiles: KnownFiles
  /** Removes a file with its resized variants. */
  removeFile(key: string): Promise<void>
  log: Log
}

const VARIANTS = 'variants/media/'
/** A folder of files, and the file whose row keeps each of them. */
const FOLDERS: { prefix: string; originalOf(key: string): string }[] = [
  { prefix: 'pictures/', originalOf: (key) => key },
  { prefix: 'uploads/', originalOf: (key) => key },
  { prefix: 'studios/', originalOf: (key) => key },
  { prefix: 'trials/', originalOf: (key) => key },
  { prefix: 'copies/', originalOf: (key) => key },
  { prefix: 'explore/', originalOf: (key) => key },
  { prefix: 'model-uploads/', originalOf: (key) => key },
  { prefix: 'lora-files/', originalOf: (key) => key },
  { prefix: VARIANTS, originalOf: (key) => key.slice(VARIANTS.length, key.lastIndexOf('/')) },
]
/** What a check of the storage writes and removes again. */
const CHECKS = 'checks/'

/**
 * Removes files that were written before `before` and that no row names, and what was never finished: what a process
 * left that was killed between a file and its row.
 * @returns how many
 */
export async function sweepStrayFiles(deps: StrayFilesDeps, before: Date): Promise<number> {
  const { storage, knownFiles, removeFile, log } = deps
  let removed = await storage.removeUnfinished(before)
  for (const { prefix, originalOf } of FOLDERS) {
    for await (const page of storage.files(prefix)) {
      const old = page.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key)
      const known = await knownFiles([...new Set(old.map(originalOf))])
      for (const key of old.filter((name) => !known.has(originalOf(name)))) {
        await (prefix === VARIANTS ? storage.delete(key) : removeFile(key))
        removed++
      }
    }
  }
  for await (const page of storage.files(CHECKS)) {
    for (const { key, modifiedAt } of page) if (modifiedAt < before) await storage.delete(key)
  }
  if (removed > 0) log.info({ removed }, 'Removed files that belonged to nothing')
  return removed
}
