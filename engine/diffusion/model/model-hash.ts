import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import {
  isMissing,
  modelBroken,
  readOptionalModelJson,
  reasonOf,
  statFile,
} from '../../model-files.ts'
import type { Companions } from '../model-companion.ts'
import { weightFiles } from './model-stamp.ts'

interface KnownHash {
  size: number
  modified: number
  hash: string
}

const known = new Map<string, KnownHash>()

/**
 * SHA-256 over the SHA-256 of each weight file, in the order of {@link weightFiles}. Remembered while
 * size and time of change of a file stay the same.
 *
 * @throws EngineError `model_broken` if a file is missing or differs from the folder's `checksums.json`
 */
export async function hashModel(modelDir: string, companions: Companions): Promise<string> {
  const expected = await readOptionalModelJson(
    modelDir,
    'checksums.json',
    z.record(z.string(), z.string()),
  )
  const whole = createHash('sha256')
  for (const name of await weightFiles(modelDir, companions)) {
    const file = path.join(modelDir, name)
    const hash = await hashFile(file)
    const wanted = expected?.[name]
    if (wanted && wanted !== hash) throw modelBroken(file, 'is damaged (its SHA-256 is wrong)')
    whole.update(`${name} ${hash}\n`)
  }
  return whole.digest('hex')
}

async function hashFile(file: string): Promise<string> {
  try {
    const { size, mtimeMs: modified } = await statFile(file)
    const before = known.get(file)
    if (before && before.size === size && before.modified === modified) return before.hash
    const digest = createHash('sha256')
    for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer)
    const hash = digest.digest('hex')
    known.set(file, { size, modified, hash })
    return hash
  } catch (error) {
    throw modelBroken(file, isMissing(error) ? 'is missing' : reasonOf(error), error)
  }
}
