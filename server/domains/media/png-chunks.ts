import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, type and checksum around a chunk's data. */
const FRAME = 12
const TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf'])

interface Chunk {
  type: string
  /** The chunk with its length, type and checksum. */
  bytes: Buffer
}

/** Whether a file starts as a PNG does. */
export function isPng(data: Uint8Array): boolean {
  return SIGNATURE.equals(data.subarray(0, SIGNATURE.length))
}

/** The chunks of a PNG file; throws `TypeError` where it is cut off. */
export function* chunksOf(data: Uint8Array): Generator<Chunk> {
  if (!isPng(data)) throw new TypeError('Not a PNG file')
  const file = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  for (let at = SIGNATURE.length; at < file.length;) {
    const end = at + FRAME + (at + 4 <= file.length ? file.readUInt32BE(at) : 0)
    if (end > file.length) throw new TypeError('The PNG file is cut off')
    yield { type: file.toString('latin1', at + 4, at + 8), bytes: file.subarray(at, end) }
    at = end
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  const checksum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}

function isLatin1(text: string): boolean {
  return Buffer.from(text, 'latin1').toString('latin1') === text && !text.includes('\0')
}

/** `tEXt` where Latin-1 holds the text, as readers of A1111's files expect, else uncompressed `iTXt` in UTF-8. */
function textChunk(keyword: string, text: string): Buffer {
  if (isLatin1(text)) return chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
  return internationalTextChunk(keyword, text)
}

function internationalTextChunk(keyword: string, text: string): Buffer {
  // Not compressed, method 0, no language, no translated keyword.
  return chunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text.replaceAll('\0', '')}`))
}

const XMP = 'XML:com.adobe.xmp'

/** What is needed to show an image as it is: its pixels, its colours and its size. */
const SHOWN_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS bKGD sBIT pHYs gAMA cHRM sRGB iCCP cICP mDCV cLLI'.split(' '),
)

/** The texts that `withTexts` wrote; null for one that is not there. */
export function readTexts(data: Uint8Array): { parameters: string | null; xmp: string | null } {
  const texts = new Map<string, string>()
  for (const { type, bytes } of chunksOf(data)) {
    // What may follow is no part of the image.
    if (type === 'IEND') break
    const content = bytes.subarray(FRAME - 4, bytes.length - 4)
    const end = content.indexOf(0)
    if (end < 0) continue
    const keyword = content.toString('latin1', 0, end)
    if (type === 'tEXt') texts.set(keyword, content.toString('latin1', end + 1))
    else if (type === 'iTXt') texts.set(keyword, content.toString('utf8', end + 5))
  }
  return { parameters: texts.get('parameters') ?? null, xmp: texts.get(XMP) ?? null }
}

/**
 * A PNG file with these texts and no others, right after its header where every reader finds them.
 * @param texts `parameters` as A1111 writes it; `xmp` a whole XMP packet; null: none
 */
export function withTexts(
  data: Uint8Array,
  texts: { parameters: string | null; xmp: string | null },
): Buffer {
  return insertTexts(
    [...chunksOf(data)].filter(({ type }) => !TEXT_CHUNKS.has(type)),
    texts,
  )
}

/**
 * A PNG file with nothing in it but what is needed to show it, and these texts: for people from whom the rest is hidden, in whatever
 * kind of chunk a program has put it.
 */
export function withShownOnly(
  data: Uint8Array,
  texts: { parameters: string | null; xmp: string },
): Buffer {
  return insertTexts(
    [...chunksOf(data)].filter(({ type }) => SHOWN_CHUNKS.has(type)),
    texts,
  )
}

function insertTexts(
  [header, ...rest]: readonly Chunk[],
  texts: { parameters: string | null; xmp: string | null },
): Buffer {
  if (header?.type !== 'IHDR') throw new TypeError('The PNG file has no header')
  return Buffer.concat([
    SIGNATURE,
    header.bytes,
    ...(texts.parameters === null ? [] : [textChunk('parameters', texts.parameters)]),
    ...(texts.xmp === null ? [] : [internationalTextChunk(XMP, texts.xmp)]),
    ...rest.map(({ bytes }) => bytes),
  ])
}
