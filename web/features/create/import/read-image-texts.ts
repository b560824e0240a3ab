/** More than this of a file is not read: settings stand before the pixels, or are small. */
const MOST_BYTES = 64 * 1024 * 1024
/** A text of more characters than this is no settings. */
const MOST_TEXT = 2_000_000

const latin1 = new TextDecoder('latin1')
const utf8 = new TextDecoder()

/** Texts of a file by their keyword, `UserComment` and other tags of Exif by the tag's name. */
export type ImageTexts = ReadonlyMap<string, string>

/** Numbers of Exif tags that programs write settings into (exif.org, Exif 2.3, 4.6). */
const TAGS: Readonly<Record<number, string>> = {
  0x010e: 'ImageDescription',
  0x010f: 'Make',
  0x0110: 'Model',
  0x9286: 'UserComment',
}
const EXIF_POINTER = 0x8769

/**
 * The texts that a PNG, JPEG or WebP file carries beside its pixels; empty where there are none or the file is damaged.
 * Formats: PNG 11.3.4 (tEXt, zTXt, iTXt), Exif in JPEG's APP1 and in WebP's `EXIF` chunk.
 */
export async function readImageTexts(file: Blob): Promise<ImageTexts> {
  const bytes = new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer())
  try {
    if (startsWith(bytes, 0, '\x89PNG')) return await readPng(bytes)
    if (startsWith(bytes, 0, '\xff\xd8')) return readJpeg(bytes)
    if (startsWith(bytes, 8, 'WEBP')) return readWebp(bytes)
  } catch {
    // A damaged file has no settings; as an image it is told about where it is used.
  }
  return new Map()
}

const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  Array.from(text, (letter) => letter.charCodeAt(0)).every((code, i) => bytes[at + i] === code)

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([Uint8Array.from(bytes)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

async function readPng(bytes: Uint8Array): Promise<ImageTexts> {
  const view = viewOf(bytes)
  const texts = new Map<string, string>()
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const type = latin1.decode(bytes.subarray(at + 4, at + 8))
    const data = bytes.subarray(at + 8, at + 8 + length)
    const end = data.indexOf(0)
    if (end > 0 && length < MOST_TEXT) {
      const keyword = latin1.decode(data.subarray(0, end))
      const text = await pngText(type, data.subarray(end + 1))
      if (text !== null) texts.set(keyword, text)
    }
    at += length + 12
  }
  return texts
}

/** @param data what follows the keyword */
async function pngText(type: string, data: Uint8Array): Promise<string | null> {
  // Many programs write UTF-8 into tEXt, although it is to be Latin-1.
  if (type === 'tEXt') return decodeLoosely(data)
  if (type === 'zTXt') return latin1.decode(await inflate(data.subarray(1)))
  if (type !== 'iTXt') return null
  const isCompressed = data[0] === 1
  const language = data.indexOf(0, 2)
  const translated = data.indexOf(0, language + 1)
  const text = data.subarray(translated + 1)
  return utf8.decode(isCompressed ? await inflate(text) : text)
}

function decodeLoosely(data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    return latin1.decode(data)
  }
}

function readJpeg(bytes: Uint8Array): ImageTexts {
  const view = viewOf(bytes)
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const length = view.getUint16(at + 2)
    const isExif = bytes[at + 1] === 0xe1 && startsWith(bytes, at + 4, 'Exif\0\0')
    if (isExif) return readExif(bytes.subarray(at + 10, at + 2 + length))
    at += length + 2
  }
  return new Map()
}

function readWebp(bytes: Uint8Array): ImageTexts {
  const view = viewOf(bytes)
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true)
    if (startsWith(bytes, at, 'EXIF')) {
      const data = bytes.subarray(at + 8, at + 8 + length)
      return readExif(startsWith(data, 0, 'Exif\0\0') ? data.subarray(6) : data)
    }
    at += 8 + length + (length % 2)
  }
  return new Map()
}

/** @param tiff from its byte order mark on */
function readExif(tiff: Uint8Array): ImageTexts {
  const view = viewOf(tiff)
  const isLittle = startsWith(tiff, 0, 'II')
  const texts = new Map<string, string>()
  const readDirectory = (from: number): void => {
    const count = view.getUint16(from, isLittle)
    for (let index = 0; index < count; index++) {
      const entry = from + 2 + index * 12
      const tag = view.getUint16(entry, isLittle)
      const length = view.getUint32(entry + 4, isLittle)
      const value = view.getUint32(entry + 8, isLittle)
      if (tag === EXIF_POINTER && value > from) readDirectory(value)
      const name = TAGS[tag]
      if (name === undefined || length <= 4) continue
      const data = tiff.subarray(value, value + length)
      texts.set(name, name === 'UserComment' ? userComment(data, isLittle) : asciiText(data))
    }
  }
  readDirectory(view.getUint32(4, isLittle))
  return texts
}

const asciiText = (data: Uint8Array): string => decodeLoosely(data).replace(/\0+$/, '')

/** Eight bytes say how it is written; in UTF-16 the order of bytes is often not that of the file. */
function userComment(data: Uint8Array, isLittle: boolean): string {
  const text = data.subarray(8)
  if (!startsWith(data, 0, 'UNICODE')) return asciiText(text)
  const zeros = [0, 1].map(
    (first) => text.filter((byte, index) => index % 2 === first && byte === 0).length,
  )
  const isLittleText = zeros[0] === zeros[1] ? isLittle : zeros[1]! > zeros[0]!
  return new TextDecoder(isLittleText ? 'utf-16le' : 'utf-16be').decode(text).replace(/\0+$/, '')
}
