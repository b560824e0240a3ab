/** Colours of a picture, plane by plane. */
export interface Planes {
  values: Float32Array
  width: number
  height: number
}

/** Each pass corrects most of the difference that is left. */
const PASSES = 2
/** Cubic convolution with a = -0.5 (Keys 1981). */
const TAPS = 4

/**
 * Makes an enlarged picture agree with the one it was made from: shrunk again it must be that one, and where it is not,
 * the difference is enlarged smoothly and added (iterative back-projection; Irani and Peleg 1991). A network's colour
 * casts and misplaced details go, and what it has drawn finer than the picture's own pixels stays.
 *
 * @param own how much of the network's drawing is kept, 0 to 1; the rest is the picture enlarged smoothly. More than 1 draws
 *   what is finer than the picture's own pixels stronger. One for all, or one for each of the picture's pixels
 * @param enlarged `factor` times as large, changed in place
 */
export function holdToPicture(
  picture: Planes,
  enlarged: Planes,
  factor: number,
  own: number | Float32Array,
): void {
  const { width, height } = picture
  const area = width * height
  const weights = Array.from({ length: factor }, (_, phase) => tapsOf(phase, factor))
  const difference = new Float32Array(area)
  for (let c = 0; c < 3; c++) {
    const wanted = picture.values.subarray(c * area, (c + 1) * area)
    const size = area * factor ** 2
    const drawn = enlarged.values.subarray(c * size, (c + 1) * size)
    if (typeof own !== 'number') {
      subtractShrunk(difference, wanted, drawn, width, factor)
      addEnlarged(drawn, difference, width, height, weights)
      const smooth = new Float32Array(size)
      addEnlarged(smooth, wanted, width, height, weights)
      strengthen(drawn, smooth, own, width, factor)
    } else if (own < 1) for (let i = 0; i < size; i++) drawn[i]! *= own
    for (let pass = 0; pass < PASSES; pass++) {
      subtractShrunk(difference, wanted, drawn, width, factor)
      addEnlarged(drawn, difference, width, height, weights)
    }
  }
}

/** Only what differs from a smooth enlargement is drawn stronger: multiplied whole, colours would step from pixel to pixel. */
function strengthen(
  drawn: Float32Array,
  smooth: Float32Array,
  own: Float32Array,
  width: number,
  factor: number,
): void {
  const length = width * factor
  for (let i = 0, y = 0; i < drawn.length; i += length, y++) {
    const row = Math.floor(y / factor) * width
    for (let x = 0, at = i; x < width; x++)
      for (let k = 0; k < factor; k++, at++)
        drawn[at] = smooth[at]! + own[row + x]! * (drawn[at]! - smooth[at]!)
  }
}

/** The wanted colours less the means of the squares that were drawn in their place. */
function subtractShrunk(
  difference: Float32Array,
  wanted: Float32Array,
  drawn: Float32Array,
  width: number,
  factor: number,
): void {
  difference.set(wanted)
  const [length, share] = [width * factor, 1 / factor ** 2]
  for (let i = 0, y = 0; i < drawn.length; i += length, y++) {
    const row = Math.floor(y / factor) * width
    for (let x = 0, at = i; x < width; x++)
      for (let k = 0; k < factor; k++) difference[row + x]! -= drawn[at++]! * share
  }
}

/** Where the first of the pixels is, beside that under which the phase lies, and what each counts. */
interface PhaseTaps {
  first: number
  weights: Float64Array
}

function tapsOf(phase: number, factor: number): PhaseTaps {
  const place = (phase + 0.5) / factor - 0.5
  const first = Math.floor(place) - 1
  const weights = Float64Array.from({ length: TAPS }, (_, k) => cubic(place - first - k))
  return { first, weights }
}

function cubic(distance: number): number {
  const d = Math.abs(distance)
  if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1
  return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0
}

/** Along rows, then along columns; the border's pixels are repeated beyond it. */
function addEnlarged(
  drawn: Float32Array,
  difference: Float32Array,
  width: number,
  height: number,
  phases: readonly PhaseTaps[],
): void {
  const factor = phases.length
  const length = width * factor
  const across = new Float32Array(length * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const [phase, { first, weights }] of phases.entries()) {
        let sum = 0
        for (let k = 0; k < TAPS; k++)
          sum += weights[k]! * difference[y * width + within(x + first + k, width)]!
        across[y * length + x * factor + phase] = sum
      }
  for (let y = 0; y < height; y++)
    for (const [phase, { first, weights }] of phases.entries()) {
      const to = (y * factor + phase) * length
      const [a, b, c, d] = weights as unknown as [number, number, number, number]
      const rows = [0, 1, 2, 3].map((k) => within(y + first + k, height) * length)
      const [p, q, r, s] = rows as [number, number, number, number]
      for (let x = 0; x < length; x++)
        drawn[to + x]! +=
          a * across[p + x]! + b * across[q + x]! + c * across[r + x]! + d * across[s + x]!
    }
}

function within(place: number, length: number): number {
  return Math.min(length - 1, Math.max(0, place))
}
