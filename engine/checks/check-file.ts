import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { OperatorError } from '#lib/operator-error.ts'

/** A file of reference values that cannot be used; the message is one line that names it. */
export class CheckFileError extends OperatorError {
  override readonly name = 'CheckFileError'
}

/** More would only be waited for: a picture is made in 100 at most. */
export const MOST_STEPS = 10_000

/** @throws CheckFileError if the file cannot be read, is not JSON or does not fit */
export async function readCheckFile<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof SyntaxError)
      throw new CheckFileError(`${file} is not JSON.`, { cause: error })
    const reason = code === 'ENOENT' ? 'there is no such file' : message.split('\n')[0]
    throw new CheckFileError(`${file}: ${reason}.`, { cause: error })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { path = [], message = '' } = parsed.error.issues[0] ?? {}
  throw new CheckFileError(`${file} does not fit: ${path.join('.') || 'it'}: ${message}.`)
}
