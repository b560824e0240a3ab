import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const unpack = promisify(inflate)
const WOFF = '@fontsource/lato/files/lato-latin-700-normal.woff'

/** Sizes of the heads of the two kinds of file, and of their lines about a table. */
const SIZE = { woff: 44, woffTable: 20, font: 12, fontTable: 16 }

/**
 * A font in the web's format as one that programs read: its tables unpacked, with another list of them.
 * @param woff version 1
 */
async function unpackWoff(woff: Buffer): Promise<Buffer> {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SIZE.font + SIZE.fontTable * count)
  woff.copy(head, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (let table = 0; table < count; table++) {
    const from = SIZE.woff + SIZE.woffTable * table
    const to = SIZE.font + SIZE.fontTable * table
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at))
    const stored = woff.subarray(start, start! + packed!)
    const data = packed! < length! ? await unpack(stored) : stored
    woff.copy(head, to, from, from + 4)
    woff.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(offset, to + 8)
    head.writeUInt32BE(length!, to + 12)
    const padded = Math.ceil(length! / 4) * 4
    parts.push(data, Buffer.alloc(padded - length!))
    offset += padded
  }
  return Buffer.concat(parts)
}

async function unpackFont(): Promise<string> {
  const woff = await readFile(fileURLToPath(import.meta.resolve(WOFF)))
  const file = join(await mkdtemp(join(tmpdir(), 'atelier-font-')), 'lato.ttf')
  await writeFile(file, await unpackWoff(woff))
  return file
}

let unpacked: Promise<string> | null = null

/** The product's font as a file that libvips draws with, so that labels look the same on machines with no fonts. */
export const labelFont = (): Promise<string> => (unpacked ??= unpackFont())
