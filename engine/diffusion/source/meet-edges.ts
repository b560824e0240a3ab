import type { PictureSize } from '../picture-size.ts'

/** The seam is as wide as this share of the picture's longer edge. */
const SEAM = 1 / 16
/** Rounding leaves such weights where there is none. */
const LEAST_WEIGHT = 1e-3

/**
 * Moves the colours of a painted part towards what it borders on, so that no edge shows where it begins: by the mean
 * difference between the kept pixels and what was painted there, less and less with the distance. After the membranes
 * of Farbman et al. 2009, Coordinates for instant image cloning, with a weight that falls to 0.
 *
 * @param painted RGB of the whole picture as it was painted; is changed
 * @param kept RGB of the picture as it was
 * @param shares share of what is painted in each pixel; those of 0 are kept
 */
export function meetEdges(
  painted: Uint8Array,
  kept: Uint8Array,
  shares: Uint8Array,
  size: PictureSize,
): void {
  const radius = Math.max(2, Math.round((Math.max(size.width, size.height) * SEAM) / 2))
  const isKept = new Float32Array(shares.length)
  for (let i = 0; i < shares.length; i++) if (shares[i] === 0) isKept[i] = 1
  // About a half at a border, and nothing beyond the seam.
  const near = soften(isKept, size, radius)
  const difference = new Float32Array(shares.length)
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0, at = channel; i < shares.length; i++, at += 3)
      difference[i] = isKept[i] === 1 ? kept[at]! - painted[at]! : 0
    const sum = soften(difference, size, radius)
    for (let i = 0, at = channel; i < shares.length; i++, at += 3) {
      const weight = near[i]!
      if (isKept[i] === 1 || weight < LEAST_WEIGHT) continue
      const moved = (sum[i]! / weight) * Math.min(1, 2 * weight) ** 2
      painted[at] = Math.min(255, Math.max(0, Math.round(painted[at]! + moved)))
    }
  }
}

/** Means over squares, twice, which is nearly a bell; what lies beyond the picture counts as 0. */
function soften(
  values: Float32Array,
  { width, height }: PictureSize,
  radius: number,
): Float32Array {
  const across = new Float32Array(values.length)
  const result = Float32Array.from(values)
  for (let pass = 0; pass < 2; pass++) {
    for (let y = 0; y < height; y++) {
      const row = result.subarray(y * width, (y + 1) * width)
      let sum = 0
      for (let x = -radius; x < width; x++) {
        if (x + radius < width) sum += row[x + radius]!
        if (x > radius) sum -= row[x - radius - 1]!
        if (x >= 0) across[y * width + x] = sum / (2 * radius + 1)
      }
    }
    // All columns side by side: memory is read in its order.
    const sums = new Float64Array(width)
    for (let y = -radius; y < height; y++) {
      const [next, past] = [(y + radius) * width, (y - radius - 1) * width]
      if (y + radius < height) for (let x = 0; x < width; x++) sums[x]! += across[next + x]!
      if (y > radius) for (let x = 0; x < width; x++) sums[x]! -= across[past + x]!
      if (y >= 0)
        for (let x = 0; x < width; x++) result[y * width + x] = sums[x]! / (2 * radius + 1)
    }
  }
  return result
}
