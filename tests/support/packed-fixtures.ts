import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const FOLDER = path.join(import.meta.dirname, '../../.cache/fixtures')

/**
 * What a large fixture says; it lies in the repository compressed by Brotli.
 * @param file its name without `.br`
 */
export const readPackedJson = (file: string): unknown =>
  JSON.parse(brotliDecompressSync(readFileSync(`${file}.br`)).toString())

/**
 * A file of the fixtures that is kept compressed, as `<file>.br`, for code that opens files by their names.
 * @param file as it would be called, from the repository's root
 * @returns absolute path of the unpacked one, which all tests share: do not change it
 */
export function unpackFixture(file: string): string {
  const packed = readFileSync(`${file}.br`)
  const hash = createHash('sha256').update(packed).digest('hex').slice(0, 16)
  const unpacked = path.join(FOLDER, hash, path.basename(file))
  if (existsSync(unpacked)) return unpacked
  mkdirSync(path.dirname(unpacked), { recursive: true })
  // Tests run beside each other: what is under the name is always whole.
  const part = `${unpacked}.${process.pid}.part`
  writeFileSync(part, brotliDecompressSync(packed))
  renameSync(part, unpacked)
  return unpacked
}
