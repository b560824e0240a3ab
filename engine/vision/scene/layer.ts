import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { pixelsOf } from './pixels.ts'

/** A picture that a camera passes. */
export interface Layer {
  /** A number for each pixel, whose bytes are red, green, blue and opacity; colours are multiplied by opacity. */
  pixels: Uint32Array
  width: number
  height: number
  /** For each row the first place that is not transparent, and the one behind the last; null: all is opaque. */
  spans: Int32Array | null
}

/** A layer without a hole. */
export function opaqueLayer({ data, width, height }: RgbPicture): Layer {
  const bytes = new Uint8Array(4 * width * height)
  for (let from = 0, to = 0; to < bytes.length; from += 3, to += 4) {
    bytes[to] = data[from]!
    bytes[to + 1] = data[from + 1]!
    bytes[to + 2] = data[from + 2]!
    bytes[to + 3] = 255
  }
  return { pixels: pixelsOf(bytes), width, height, spans: null }
}

/** A layer through which one sees. @param opacity 0 to 255 for each pixel */
export function softLayer({ data, width, height }: RgbPicture, opacity: Uint8Array): Layer {
  const bytes = new Uint8Array(4 * width * height)
  const spans = new Int32Array(2 * height)
  for (let y = 0, at = 0; y < height; y++) {
    let [first, end] = [width, 0]
    for (let x = 0; x < width; x++, at++) {
      const own = opacity[at]!
      if (own === 0) continue
      for (let c = 0; c < 3; c++) bytes[4 * at + c] = Math.round((data[3 * at + c]! * own) / 255)
      bytes[4 * at + 3] = own
      first = Math.min(first, x)
      end = x + 1
    }
    spans[2 * y] = first
    spans[2 * y + 1] = end
  }
  return { pixels: pixelsOf(bytes), width, height, spans }
}
