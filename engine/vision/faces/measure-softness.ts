import { boxBlur } from '../pictures/box-blur.ts'

/** Lightness of a part of a picture, 0 to 255. */
export interface LightPlane {
  values: Float32Array
  width: number
  height: number
}

/** How a part of a photograph is out of focus and grainy. */
interface Softness {
  /** Deviation of the bell that edges are spread by, pixels; a sharp photograph has about half a pixel. */
  blur: number
  /** Deviation of its noise, of 255. */
  noise: number
}

/** Part of all places that are the edges by which blur is measured: the strongest. */
const EDGES = 0.04
/** Deviation of two passes of a box of three, pixels. */
const BLURRED_BY = Math.sqrt((2 * (3 ** 2 - 1)) / 12)
/** Middle of the absolute values of a bell, as a part of its deviation. */
const MEDIAN = 0.6745
/** What a mean of three by three takes away of noise that has no neighbours alike. */
const LEFT = Math.sqrt(8 / 9)

/**
 * Blur by how much weaker the strongest edges become when they are blurred once more, which is less the softer they are
 * (Zhuo and Sim 2011); noise by what is usual of the finest detail, as most of a face is skin.
 */
export function measureSoftness(light: LightPlane): Softness {
  const { values, width, height } = light
  const again = boxBlur(values, light, 1, 2)
  const strengths = new Float32Array((width - 2) * (height - 2))
  const placeOf = (i: number): number =>
    (Math.floor(i / (width - 2)) + 1) * width + (i % (width - 2)) + 1
  for (let i = 0; i < strengths.length; i++) strengths[i] = gradientAt(values, width, placeOf(i))
  const count = Math.max(1, Math.round(EDGES * strengths.length))
  const least = strengths.toSorted()[strengths.length - count]!
  const ratios: number[] = []
  for (const [i, own] of strengths.entries())
    if (own >= least && ratios.length < count)
      ratios.push(own / Math.max(1e-3, gradientAt(again, width, placeOf(i))))
  const ratio = median(ratios)
  const once = boxBlur(values, light, 1, 1)
  const finest = median(Array.from(values, (value, at) => Math.abs(value - once[at]!)))
  return {
    blur: BLURRED_BY / Math.sqrt(Math.max(0.02, ratio ** 2 - 1)),
    noise: finest / MEDIAN / LEFT,
  }
}

/** How much lightness changes from place to place: the mean square of its gradient. */
export function detailOf({ values, width, height }: LightPlane): number {
  let sum = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) sum += gradientAt(values, width, y * width + x) ** 2 / 4
  return sum / ((width - 2) * (height - 2))
}

const gradientAt = (values: Float32Array, width: number, at: number): number =>
  Math.hypot(values[at + 1]! - values[at - 1]!, values[at + width]! - values[at - width]!)

function median(values: readonly number[]): number {
  const sorted = Float32Array.from(values).toSorted()
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
