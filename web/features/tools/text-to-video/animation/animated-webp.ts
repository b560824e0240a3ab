import { createByteList } from './byte-list.ts'

/** What an animation is, in both formats. */
export interface Animation {
  width: number
  height: number
  /** Milliseconds that a frame is shown. */
  delay: number
  /** XMP packet that says how it was made; null: nothing is known. */
  label: Uint8Array | null
}

/** Parts of a still image that hold its pixels. */
const PIXELS = new Set(['VP8 ', 'VP8L', 'ALPH'])
/** Of the extended header. */
const ANIMATED = 0x02
const LABELED = 0x04
/** A frame replaces the one before. */
const REPLACES = 0x02

interface Chunk {
  name: string
  content: Uint8Array
}

/**
 * Joins still WebP images of one size into an animated one, which is shown again and again. Done here: the browser encodes
 * stills alone, and `sharp` is for servers.
 */
export function joinWebp(
  stills: readonly Uint8Array[],
  { width, height, delay, label }: Animation,
): Uint8Array<ArrayBuffer> {
  const header = createByteList()
  header.number(ANIMATED | (label ? LABELED : 0), 4)
  header.number(width - 1, 3)
  header.number(height - 1, 3)
  const frames = stills.map((still) => {
    const frame = createByteList()
    frame.number(0, 6)
    frame.number(width - 1, 3)
    frame.number(height - 1, 3)
    frame.number(delay, 3)
    frame.byte(REPLACES)
    frame.all(writeChunks(readChunks(still).filter(({ name }) => PIXELS.has(name))))
    return { name: 'ANMF', content: frame.finish() }
  })
  const body = writeChunks([
    { name: 'VP8X', content: header.finish() },
    // No background, and no end.
    { name: 'ANIM', content: new Uint8Array(6) },
    ...frames,
    ...(label ? [{ name: 'XMP ', content: label }] : []),
  ])
  const file = createByteList()
  file.text('RIFF')
  file.number(4 + body.length, 4)
  file.text('WEBP')
  file.all(body)
  return file.finish()
}

/** Throws if these are no WebP image's bytes. */
function readChunks(file: Uint8Array): Chunk[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const textAt = (at: number): string => String.fromCharCode(...file.subarray(at, at + 4))
  if (textAt(8) !== 'WEBP') throw new Error('This browser writes no WebP images')
  const chunks: Chunk[] = []
  for (let at = 12; at + 8 <= file.length;) {
    const length = view.getUint32(at + 4, true)
    chunks.push({ name: textAt(at), content: file.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length % 2)
  }
  return chunks
}

function writeChunks(chunks: readonly Chunk[]): Uint8Array {
  const list = createByteList()
  for (const { name, content } of chunks) {
    list.text(name)
    list.number(content.length, 4)
    list.all(content)
    if (content.length % 2 === 1) list.byte(0)
  }
  return list.finish()
}
