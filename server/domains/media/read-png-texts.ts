import { inflateSync } from 'node:zlib'
import { chunksOf, isPng } from './png-chunks.ts'

/** Of one text when it is unpacked. */
const MOST_BYTES = 256 * 1024
const HEAD = 8

function unpack(data: Buffer): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: MOST_BYTES })
  } catch {
    return null
  }
}

/** The part of a chunk before its first zero byte, and what follows that. */
function cut(data: Buffer): [Buffer, Buffer] {
  const end = data.indexOf(0)
  return end === -1 ? [data, Buffer.alloc(0)] : [data.subarray(0, end), data.subarray(end + 1)]
}

function readInternational(data: Buffer): string | null {
  const isPacked = data[0] === 1
  const [, afterLanguage] = cut(data.subarray(2))
  const [, text] = cut(afterLanguage)
  const plain = isPacked ? unpack(text) : text
  return plain && plain.length <= MOST_BYTES ? plain.toString('utf8') : null
}

/** The texts in a PNG file by their keywords; none in any other file, and those before the place where one is cut off. */
export function readPngTexts(file: Uint8Array): Record<string, string> {
  const texts: Record<string, string> = {}
  if (!isPng(file)) return texts
  try {
    for (const { type, bytes } of chunksOf(file)) {
      const [keyword, rest] = cut(bytes.subarray(HEAD, -4))
      const name = keyword.toString('latin1')
      if (type === 'tEXt' && rest.length <= MOST_BYTES) texts[name] = rest.toString('latin1')
      if (type === 'zTXt') texts[name] = unpack(rest.subarray(1))?.toString('latin1') ?? ''
      if (type === 'iTXt') texts[name] = readInternational(rest) ?? ''
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  return texts
}
