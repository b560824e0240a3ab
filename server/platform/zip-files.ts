import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** Path inside the file; ASCII. */
  name: string
  data: Uint8Array
  writtenAt: Date
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Version of the format that knows folders and stored files. */
const VERSION = 20
const MOST_BYTES = 0xffffffff

/**
 * A zip of files as they are, piece by piece (APPNOTE.TXT 6.3.3, method 0): images are compressed already.
 * @throws {Error} beyond 4 GB, which this form of the format cannot tell
 */
export async function* zipFiles(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name, 'ascii')
    const about = describe(entry, name)
    const local = Buffer.alloc(4)
    local.writeUInt32LE(LOCAL)
    const central = Buffer.alloc(6)
    central.writeUInt32LE(CENTRAL)
    central.writeUInt16LE(VERSION, 4)
    // Comment, disk and attributes are none; then where the file begins.
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([central, about, rest, name]))
    yield Buffer.concat([local, about, name])
    yield entry.data
    offset += local.length + about.length + name.length + entry.data.length
    if (offset > MOST_BYTES) throw new Error('A zip of more than 4 GB')
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  yield listed
  yield end
}

/** What the header of a file and its line in the directory have in common. */
function describe({ data, writtenAt }: ZipEntry, name: Buffer): Buffer {
  const about = Buffer.alloc(26)
  about.writeUInt16LE(VERSION)
  about.writeUInt32LE(dosTime(writtenAt), 6)
  about.writeUInt32LE(crc32(data), 10)
  about.writeUInt32LE(data.length, 14)
  about.writeUInt32LE(data.length, 18)
  about.writeUInt16LE(name.length, 22)
  return about
}

/** Date and time as MS-DOS wrote them, in steps of two seconds from 1980. */
function dosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time =
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | Math.floor(at.getUTCSeconds() / 2)
  return ((date << 16) | time) >>> 0
}
