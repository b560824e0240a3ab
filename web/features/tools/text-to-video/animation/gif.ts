import type { Animation } from './animated-webp.ts'
import { type ByteList, createByteList } from './byte-list.ts'
import type { Palette } from './palette.ts'

/** Bayer's order, which spreads the rounding to 256 colours over neighbours. */
const ORDER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
/** How far a colour is moved by it, levels. */
const SPREAD = 14
/** Values that are no colours. */
const CLEAR = 256
const END = 257
const MOST = 4096

/** A GIF that is written frame by frame, and shown again and again. */
export interface Gif {
  /** @param pixels red, green, blue and a byte of no meaning for each */
  add(pixels: Uint8ClampedArray): void
  finish(): Uint8Array<ArrayBuffer>
}

/** Written here: `gifenc` has no dithering, without which the skies of a video become bands, and writes no label. */
export function createGif({ width, height, delay, label }: Animation, palette: Palette): Gif {
  const file = createByteList()
  file.text('GIF89a')
  file.number(width, 2)
  file.number(height, 2)
  // One table of 256 colours for all frames.
  file.all(Uint8Array.of(0xf7, 0, 0))
  file.all(palette.colors)
  file.all(Uint8Array.of(0x21, 0xff, 11))
  file.text('NETSCAPE2.0')
  file.all(Uint8Array.of(3, 1, 0, 0, 0))
  if (label) writeLabel(file, label)
  const indexes = new Uint8Array(width * height)
  return {
    add(pixels) {
      for (let at = 0, from = 0; at < indexes.length; at++, from += 4) {
        const place = (Math.floor(at / width) % 4) * 4 + ((at % width) % 4)
        const move = (SPREAD * (ORDER[place]! - 7.5)) / 16
        indexes[at] = palette.nearest(
          toByte(pixels[from]! + move),
          toByte(pixels[from + 1]! + move),
          toByte(pixels[from + 2]! + move),
        )
      }
      file.all(Uint8Array.of(0x21, 0xf9, 4, 4))
      file.number(Math.round(delay / 10), 2)
      file.all(Uint8Array.of(0, 0, 0x2c, 0, 0, 0, 0))
      file.number(width, 2)
      file.number(height, 2)
      file.all(Uint8Array.of(0, 8))
      pack(indexes, file)
    },
    finish() {
      file.byte(0x3b)
      return file.finish()
    },
  }
}

const toByte = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value)

/** XMP as it is, with a tail that leads readers of blocks out of it, wherever they are. */
function writeLabel(file: ByteList, label: Uint8Array): void {
  file.all(Uint8Array.of(0x21, 0xff, 11))
  file.text('XMP DataXMP')
  file.all(label)
  file.byte(1)
  for (let tail = 255; tail >= 0; tail--) file.byte(tail)
  file.byte(0)
}

/** Codes of growing length (Welch 1984), in blocks of at most 255 bytes. */
function pack(indexes: Uint8Array, file: ByteList): void {
  const block = new Uint8Array(255)
  let filled = 0
  let [bits, held] = [0, 0]
  function flush(): void {
    if (filled === 0) return
    file.byte(filled)
    file.all(block.subarray(0, filled))
    filled = 0
  }
  function byte(value: number): void {
    block[filled++] = value
    if (filled === 255) flush()
  }
  let size = 9
  function code(value: number): void {
    bits |= value << held
    for (held += size; held >= 8; held -= 8) {
      byte(bits & 255)
      bits >>>= 8
    }
  }
  /** The code of another followed by a colour; 0: none yet. */
  const longer = new Uint16Array(MOST << 8)
  let next = END + 1
  code(CLEAR)
  let last = indexes[0]!
  for (let i = 1; i < indexes.length; i++) {
    const own = indexes[i]!
    const known = longer[(last << 8) | own]!
    if (known > 0) {
      last = known
      continue
    }
    code(last)
    if (next === MOST) {
      code(CLEAR)
      longer.fill(0)
      next = END + 1
      size = 9
    } else {
      if (next >= 1 << size) size++
      longer[(last << 8) | own] = next++
    }
    last = own
  }
  code(last)
  if (next < MOST && next >= 1 << size) size++
  code(END)
  if (held > 0) byte(bits & 255)
  flush()
  file.byte(0)
}
