import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll } from 'vitest'

const read = (file: string): string => brotliDecompressSync(readFileSync(`${file}.br`)).toString()

/**
 * What a large fixture says; it lies in the repository compressed by Brotli.
 * @param file its name without `.br`
 */
export const readPackedJson = (file: string): unknown => JSON.parse(read(file))

/**
 * Writes it as the plain file that a command or a checker takes, until the tests of the calling file are done.
 * @param file as in {@link readPackedJson}
 * @returns path of the plain file
 */
export function unpackJson(file: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atelier-fixture-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const plain = path.join(folder, path.basename(file))
  writeFileSync(plain, read(file))
  return plain
}
