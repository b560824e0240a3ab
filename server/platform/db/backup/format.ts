import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { explainFileError, OperatorError } from '#lib/operator-error.ts'

export const FIRST_LINE = '-- Atelier database backup 1'
export const MIGRATIONS_LINE = '-- Last migration: '
/** Without it the file was cut off. */
export const LAST_LINE = '-- End of backup'

const NEWLINE = 10

/**
 * The lines of a backup with their ends, as bytes: text would be split at characters that only look like line ends.
 * @throws {OperatorError} when the file cannot be read or is broken
 */
export async function* readLines(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  let rest = Buffer.alloc(0)
  try {
    for await (const chunk of text) {
      rest = Buffer.concat([rest, chunk as Buffer])
      let start = 0
      for (;;) {
        const end = rest.indexOf(NEWLINE, start)
        if (end === -1) break
        yield rest.subarray(start, end + 1)
        start = end + 1
      }
      rest = rest.subarray(start)
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new OperatorError(`${file} does not exist.`, { cause: error })
    if (code.startsWith('Z_'))
      throw new OperatorError(`${file} is broken: ${message}.`, { cause: error })
    throw explainFileError(error, file)
  } finally {
    source.destroy()
  }
  if (rest.length > 0) yield rest
}
