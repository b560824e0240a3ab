import { existsSync, type Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { z } from 'zod'
import { EngineError } from '#lib/engine-spec/index.ts'
import { reason } from './reason.ts'

/** A failure that one file of a model causes; the message is one line that names the file. */
export function modelBroken(file: string, why: string, cause?: unknown): EngineError {
  return new EngineError('model_broken', `Model file ${file}: ${why}`, {
    retryable: false,
    userMessage: reason('engines.modelDamaged'),
    cause,
  })
}

/** The first line of whatever was thrown. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] ?? text
}

/** @throws an error if it is something else, of which some (a pipe) would be waited for without end */
export async function statFile(file: string): Promise<Stats> {
  const found = await stat(file)
  if (!found.isFile()) throw new Error('is no file')
  return found
}

const decompress = promisify(brotliDecompress)
/** No text of a model is longer; a damaged file must not fill the memory. */
const MAX_UNPACKED_BYTES = 64 * 1024 ** 2

/**
 * Reads a text file of a model, or `NAME.br`, the same compressed by Brotli, where there is no plain one.
 *
 * @throws EngineError `model_broken` if the file cannot be read
 */
export async function readModelText(modelDir: string, name: string): Promise<string> {
  const file = path.join(modelDir, name)
  try {
    return (await readPacked(`${file}.br`, file)) ?? (await readPlain(file))
  } catch (error) {
    throw modelBroken(file, isMissing(error) ? 'is missing' : reasonOf(error), error)
  }
}

async function readPlain(file: string): Promise<string> {
  await statFile(file)
  return readFile(file, 'utf8')
}

/** Null where the plain file is there, or neither is. */
async function readPacked(packed: string, plain: string): Promise<string | null> {
  if (existsSync(plain) || !existsSync(packed)) return null
  await statFile(packed)
  const text = await decompress(await readFile(packed), { maxOutputLength: MAX_UNPACKED_BYTES })
  return text.toString('utf8')
}

/** @throws EngineError `model_broken` if the file cannot be read or does not fit the schema */
export async function readModelJson<T>(
  modelDir: string,
  name: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const text = await readModelText(modelDir, name)
  const file = path.join(modelDir, name)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw modelBroken(file, `is not JSON (${reasonOf(error)})`, error)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw modelBroken(file, `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

/** As {@link readModelJson}; null if there is no such file. */
export async function readOptionalModelJson<T>(
  modelDir: string,
  name: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  try {
    return await readModelJson(modelDir, name, schema)
  } catch (error) {
    if (error instanceof EngineError && isMissing(error.cause)) return null
    throw error
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
