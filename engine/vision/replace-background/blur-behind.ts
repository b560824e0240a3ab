import sharp from 'sharp'
import { boxBlur } from '../pictures/box-blur.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'

/** The background is blurred on a grid of at most so many cells along an edge. */
const GRID = 320
/** How far, as parts of the grid's shorter side: out of focus, and for what the subject hides. */
const REACH = 0.03
const FAR = 0.25
/** How much the far one counts where the near one sees something. */
const FAINT = 0.02

/**
 * What is behind a subject, far out of focus. The subject's own colours count for nothing in it: what it hides goes on as what is around.
 *
 * @param opacity 0 to 255 for each pixel
 */
export async function blurBehind(
  { data, width, height }: RgbPicture,
  opacity: Uint8Array,
): Promise<RgbPicture> {
  const behind = Buffer.alloc(4 * opacity.length)
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    for (let c = 0; c < 3; c++) behind[4 * pixel + c] = data[3 * pixel + c]!
    behind[4 * pixel + 3] = 255 - opacity[pixel]!
  }
  const scale = Math.min(1, GRID / Math.max(width, height))
  const grid = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const small = await sharp(behind, { raw: { width, height, channels: 4 } })
    .resize(grid.width, grid.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  const edge = Math.min(grid.width, grid.height)
  const spread = (values: Float32Array) => {
    const near = boxBlur(values, grid, Math.max(1, Math.round(REACH * edge)), 3)
    const far = boxBlur(values, grid, Math.max(2, Math.round(FAR * edge)), 3)
    return near.map((value, cell) => value + FAINT * far[cell]!)
  }
  const plane = (of: (cell: number) => number) =>
    spread(Float32Array.from({ length: grid.width * grid.height }, (_, cell) => of(cell)))
  const seen = (cell: number) => small[4 * cell + 3]! / 255
  const weights = plane(seen)
  const planes = [0, 1, 2].map((c) => plane((cell) => small[4 * cell + c]! * seen(cell)))
  const blurred = Buffer.alloc(3 * weights.length)
  for (let cell = 0; cell < weights.length; cell++)
    for (let c = 0; c < 3; c++)
      blurred[3 * cell + c] = Math.round(planes[c]![cell]! / Math.max(1e-6, weights[cell]!))
  const large = await sharp(blurred, { raw: { ...grid, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { data: large, width, height }
}
