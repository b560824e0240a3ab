import sharp from 'sharp'

/** Parts of each colour's scale. */
const LEVELS = 4

/** How much of each colour images show: all of them together as one direction of length 1. */
export async function coloursOf(images: readonly Uint8Array[]): Promise<Float64Array> {
  const counts = new Float64Array(LEVELS ** 3)
  for (const image of images) {
    const { data } = await sharp(image)
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (let i = 0; i < data.length; i += 3) {
      const [r, g, b] = [0, 1, 2].map((c) => Math.floor((data[i + c]! * LEVELS) / 256)) as [
        number,
        number,
        number,
      ]
      // What is nearly white is the background of both.
      if (r + g + b < 3 * (LEVELS - 1)) counts[(r * LEVELS + g) * LEVELS + b]! += 1
    }
  }
  const length = Math.hypot(...counts) || 1
  return counts.map((count) => count / length)
}

/** 1 for the same colours, 0 where none is in both. */
export function likenessOf(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
