import type { Planes } from '../../diffusion/networks.ts'

/** Pixels from the frame inwards that are looked at; decoders err in the outermost ones. */
const [OUTERMOST, INNERMOST] = [2, 4]
/** A pixel that is off by more than this (all channels together, of values in [-1, 1]) is not of the backdrop. */
const OFF = 0.12
/** Share of the pixels looked at that must be of the backdrop. */
const MOST = 0.8

/**
 * How far each pixel is from the even colour or the gradient that a picture has all around, in [-1, 1] and all colours together;
 * null where it has none.
 */
export function fromPlainBackdrop({ data, width, height }: Planes): Float32Array | null {
  const area = width * height
  const ring: number[] = []
  for (let at = 0; at < area; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const depth = Math.min(x, y, width - 1 - x, height - 1 - y)
    if (depth >= OUTERMOST && depth < INNERMOST) ring.push(at)
  }
  if (ring.length === 0) return null
  const squares = new Float32Array(area)
  for (let plane = 0; plane < 3; plane++) {
    const values = data.subarray(plane * area, (plane + 1) * area)
    const [middle, across, down] = fit(values, ring, width, height)
    for (let at = 0; at < area; at++) {
      const even = middle + across * columnOf(at, width) + down * rowOf(at, width, height)
      squares[at]! += (values[at]! - even) ** 2
    }
  }
  const apart = squares.map(Math.sqrt)
  const even = ring.filter((at) => apart[at]! <= OFF).length
  return even >= MOST * ring.length ? apart : null
}

/** Least squares of a plane. In a ring that is the same on all sides x, y and 1 are orthogonal: each is found by itself. */
function fit(
  values: Float32Array,
  ring: readonly number[],
  width: number,
  height: number,
): [middle: number, across: number, down: number] {
  let [sum, across, down, xx, yy] = [0, 0, 0, 0, 0]
  for (const at of ring) {
    const [x, y] = [columnOf(at, width), rowOf(at, width, height)]
    sum += values[at]!
    across += x * values[at]!
    down += y * values[at]!
    xx += x * x
    yy += y * y
  }
  return [sum / ring.length, across / xx, down / yy]
}

/** From -1 to 1. */
const columnOf = (at: number, width: number): number => (2 * (at % width) + 1) / width - 1
const rowOf = (at: number, width: number, height: number): number =>
  (2 * Math.floor(at / width) + 1) / height - 1
