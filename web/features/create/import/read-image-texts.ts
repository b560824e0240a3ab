import ExifReader from 'exifreader'

/** More than this of a file is not read: settings stand before the pixels, or are small. */
const MOST_BYTES = 64 * 1024 * 1024

/** Texts of a file by their keyword, `UserComment` and other tags of Exif by the tag's name. */
export type ImageTexts = ReadonlyMap<string, string>

/** Exif tags that programs write settings into. */
const EXIF_TAGS = ['ImageDescription', 'Make', 'Model', 'UserComment'] as const

interface Tag {
  value?: unknown
}

/**
 * The texts that a PNG, JPEG, WebP or AVIF file carries beside its pixels; empty where there are none or the file is
 * damaged.
 */
export async function readImageTexts(file: Blob): Promise<ImageTexts> {
  const texts = new Map<string, string>()
  try {
    const bytes = await file.slice(0, MOST_BYTES).arrayBuffer()
    const tags = await ExifReader.load(bytes, { expanded: true, async: true })
    for (const [name, tag] of Object.entries((tags.pngText ?? {}) as Record<string, Tag>)) {
      if (typeof tag.value === 'string') texts.set(name, narrow(tag.value))
    }
    const exif = (tags.exif ?? {}) as Readonly<Record<string, Tag>>
    for (const name of EXIF_TAGS) {
      const text = exifText(exif[name]?.value, name === 'UserComment')
      if (text !== null) texts.set(name, text)
    }
  } catch {
    // A damaged file has no settings; as an image it is told about where it is used.
  }
  return texts
}

function exifText(value: unknown, isComment: boolean): string | null {
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) {
    const bytes = Uint8Array.from(value)
    return isComment ? userComment(bytes) : decodeLoosely(bytes)
  }
  const text = Array.isArray(value) ? value.join('') : value
  return typeof text === 'string' ? recode(text) : null
}

/** Bytes by the letters that they are read as. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from(
    new TextDecoder('latin1').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (letter, byte) => [letter, byte],
  ),
)

/** The bytes of a text that was read as Latin-1, a letter a byte; null where it was read otherwise. */
function bytesOf(text: string): Uint8Array | null {
  const bytes = Array.from(text, (letter) => BYTES.get(letter) ?? letter.codePointAt(0)!)
  return bytes.every((byte) => byte < 256) ? Uint8Array.from(bytes) : null
}

/** A text of a PNG is Latin-1 or UTF-8; a few programs write UTF-16 into it. */
function narrow(text: string): string {
  const bytes = text.includes('\0') ? bytesOf(text) : null
  return bytes && looksWide(bytes) ? decodeWide(bytes) : text
}

/** UTF-8 that was read as Latin-1 as it was meant. */
function recode(text: string): string {
  const bytes = bytesOf(text)
  return bytes ? decodeLoosely(bytes) : text
}

/** Many programs write UTF-8 where Latin-1 is meant. */
function decodeLoosely(bytes: Uint8Array): string {
  const text = (() => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return new TextDecoder('latin1').decode(bytes)
    }
  })()
  return text.replace(/\0+$/, '')
}

const CODES: ReadonlySet<string> = new Set([
  'UNICODE\0',
  'ASCII\0\0\0',
  'JIS\0\0\0\0\0',
  '\0\0\0\0\0\0\0\0',
])

/**
 * Eight bytes say how it is written, which some programs leave out; in UTF-16 the order of bytes is often not that of
 * the file (Exif 2.3, 4.6.5).
 */
function userComment(bytes: Uint8Array): string {
  const code = new TextDecoder('latin1').decode(bytes.subarray(0, 8))
  if (!CODES.has(code)) return looksWide(bytes) ? decodeWide(bytes) : decodeLoosely(bytes)
  const text = bytes.subarray(8)
  // Some programs write UTF-8 behind the code of UTF-16. Letters of most scripts have no zeros in UTF-16.
  return code === 'UNICODE\0' && !isPlainUtf8(text) ? decodeWide(text) : decodeLoosely(text)
}

function isPlainUtf8(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true })
      .decode(bytes)
      .replace(/\0+$/, '')
      .includes('\0')
  } catch {
    return false
  }
}

const zerosAt = (bytes: Uint8Array, first: 0 | 1): number =>
  bytes.filter((byte, index) => index % 2 === first && byte === 0).length

/** Whether about every second byte is zero, as in UTF-16 of what is mostly Latin letters, or most are letters of others. */
const looksWide = (bytes: Uint8Array): boolean =>
  Math.max(zerosAt(bytes, 0), zerosAt(bytes, 1)) > bytes.length / 8

function decodeWide(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  const isMarked = mark === 0xfffe || mark === 0xfeff
  const isLittle = isMarked ? mark === 0xfffe : zerosAt(bytes, 1) >= zerosAt(bytes, 0)
  return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes).replace(/\0+$/, '')
}
