/**
 * Four bytes of a pixel in one number, worked on two at a time: the bytes 0 and 2, or 1 and 3 moved down, have room between
 * them for what a sum carries over.
 */

/** Where a pair of bytes is. */
export const PAIR = 0x00ff00ff
/** One half in both, so that they are rounded. */
const HALF = 0x00800080

/** A pair between two. @param share of the second, 0 to 256 */
export const mixPairs = (a: number, b: number, share: number): number =>
  ((((a << 8) + Math.imul(b - a, share) + HALF) | 0) >>> 8) & PAIR

/** Moves pixels towards others. @param share of the others, 0 to 1 */
export function fade(pixels: Uint32Array, others: Uint32Array, share: number): void {
  const part = Math.round(256 * share)
  for (let i = 0; i < pixels.length; i++) {
    const a = pixels[i]!
    const b = others[i]!
    const odd = mixPairs((a >>> 8) & PAIR, (b >>> 8) & PAIR, part)
    pixels[i] = mixPairs(a & PAIR, b & PAIR, part) | (odd << 8)
  }
}

/** The pixels of a frame's bytes: the same memory. */
export const pixelsOf = (frame: Uint8Array): Uint32Array =>
  new Uint32Array(frame.buffer, frame.byteOffset, frame.length / 4)
