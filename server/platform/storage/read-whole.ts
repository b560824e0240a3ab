import { buffer } from 'node:stream/consumers'
import type { Storage } from './storage.ts'

/** The whole file in memory, or null if there is none. For pictures, which are a few megabytes. */
export async function readWhole(storage: Storage, key: string): Promise<Buffer | null> {
  const file = await storage.open(key)
  return file && buffer(file.stream)
}
