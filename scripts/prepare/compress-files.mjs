import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:js|css|svg|json|txt|webmanifest)$/
/** What fits into one packet gains nothing. */
const LEAST_BYTES = 1024
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/**
 * Writes a `.br` and a `.gz` beside each text file of a folder: compressed once as small as it gets, instead of in a
 * hurry for every visitor.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < LEAST_BYTES) return
      await writeFile(`${file}.br`, await inBrotli(bytes, BROTLI))
      await writeFile(`${file}.gz`, await inGzip(bytes, { level: 9 }))
    }),
  )
}
