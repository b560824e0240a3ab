import type { Planes } from '../../diffusion/networks.ts'

/** Most that neighbouring pixels of one background differ by, over all channels of values in [-1, 1]. */
const STEP = 0.12
/** Most that a background pixel differs from where the background touches the frame. */
const REACH = 0.5
/** The same where a plain backdrop is all around. Smaller, because a thing may have nearly its colour. */
const OFF = 0.2
/** A picture of which more than this would be things has no background to tell them from. */
const MOST = 0.85

/**
 * 1 for pixels of things: what no even or slowly changing colour reaches from the frame. All 0 if that tells nothing.
 *
 * @param apart how far each pixel is from the plain backdrop that the picture has; null if it has none
 */
export function foregroundMask(
  { data, width, height }: Planes,
  apart: Float32Array | null = null,
): Uint8Array {
  const area = width * height
  const things = new Uint8Array(area).fill(1)
  const open: { at: number; from: number }[] = []
  const reach = (at: number, from: number): void => {
    things[at] = 0
    open.push({ at, from })
  }
  const differ = (a: number, b: number): number =>
    Math.hypot(
      data[a]! - data[b]!,
      data[a + area]! - data[b + area]!,
      data[a + 2 * area]! - data[b + 2 * area]!,
    )
  const isBehind = (at: number, from: number): boolean =>
    apart ? apart[at]! < OFF : differ(from, at) < REACH
  for (let at = 0; at < area; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) reach(at, at)
  }
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, from } = next
    // What lies in the frame is reached already, so that no row is left.
    for (const beside of [at - 1, at + 1, at - width, at + width])
      if (things[beside] === 1 && differ(at, beside) < STEP && isBehind(beside, from))
        reach(beside, from)
  }
  const count = things.reduce((sum, value) => sum + value, 0)
  return count > MOST * area ? things.fill(0) : things
}
