import sharp from 'sharp'
import type { FoundFace } from '#server/engines/spec/index.ts'

/** What is seen in a photo: numbers from which the findings follow. */
export interface PhotoLook {
  width: number
  height: number
  /** Mean light, 0 to 255. */
  light: number
  /** How strong the finest detail is where there is most of it. */
  detail: number
  /** Light against the neighbor to the right in a grid of 8 x 8: 16 hexadecimal digits. */
  pattern: string
  /** Mean color of the rim, 0 to 255 each. */
  rim: [number, number, number]
  /** The largest first; null: nobody looked for faces. */
  faces: { x: number; y: number; width: number; height: number; yaw: number }[] | null
}

/** Detail is compared at this size, whatever the camera's. */
const SEEN = 512
const TILES = 8
const RIM = 0.08

/** Looks at a photo that was stored: upright and without metadata. */
export async function lookAtPhoto(
  file: Uint8Array,
  faces: readonly FoundFace[] | null,
): Promise<PhotoLook> {
  const picture = sharp(file).removeAlpha()
  const { width, height } = await picture.metadata()
  const seen = await picture
    .clone()
    .resize(SEEN, SEEN, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const grid = await picture.clone().greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
  const { width: across, height: down, channels } = seen.info
  const light = new Float32Array(across * down)
  for (let at = 0; at < light.length; at++) {
    const [red, green, blue] = [0, 1, 2].map((c) => seen.data[at * channels + (c % channels)]!)
    light[at] = 0.299 * red! + 0.587 * green! + 0.114 * blue!
  }
  return {
    width,
    height,
    light: light.reduce((sum, value) => sum + value, 0) / light.length,
    detail: detailOf(light, across, down),
    pattern: patternOf(grid),
    rim: rimOf(seen.data, { across, down, channels }),
    faces: faces?.map(({ box, yaw }) => ({ ...box, yaw })) ?? null,
  }
}

/** How many of the 64 signs of two patterns differ. */
export function patternDistance(a: string, b: string): number {
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count++
  return count
}

/** Of tiles, that with a tenth of them above it: a soft background does not make a photo blurred. */
function detailOf(light: Float32Array, width: number, height: number): number {
  const sums = Array.from({ length: TILES * TILES }, () => ({ count: 0, sum: 0, squares: 0 }))
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const edge =
        4 * light[at]! - light[at - 1]! - light[at + 1]! - light[at - width]! - light[at + width]!
      const tile = sums[Math.floor((y * TILES) / height) * TILES + Math.floor((x * TILES) / width)]!
      tile.count++
      tile.sum += edge
      tile.squares += edge * edge
    }
  const spread = sums
    .map(({ count, sum, squares }) => (count === 0 ? 0 : squares / count - (sum / count) ** 2))
    .toSorted((a, b) => b - a)
  return spread[Math.floor(spread.length / 10)]!
}

function patternOf(grid: Uint8Array): string {
  let bits = 0n
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++)
      bits = (bits << 1n) | (grid[y * 9 + x]! < grid[y * 9 + x + 1]! ? 1n : 0n)
  return bits.toString(16).padStart(16, '0')
}

function rimOf(
  data: Uint8Array,
  { across, down, channels }: { across: number; down: number; channels: number },
): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  const depth = Math.max(1, Math.round(RIM * Math.min(across, down)))
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      // The lower edge is often the subject.
      if (y >= depth && x >= depth && x < across - depth) continue
      const at = (y * across + x) * channels
      for (const c of [0, 1, 2] as const) sum[c] += data[at + (c % channels)]!
      count++
    }
  return sum.map((value) => value / count) as [number, number, number]
}
