/**
 * What the coach sees in a photo by its pixels alone, and what it thinks of that: the very same in the browser, before a photo is sent, and on
 * the server. Each has words of its own for it: the browser has the page's language, the server says it in English.
 */

/** What is seen in a photo: numbers from which findings follow. */
export interface PixelLook {
  /** Size of the photo itself, turned upright. */
  width: number
  height: number
  /** Mean light, 0 to 255. */
  light: number
  /** How strong the finest detail is where there is most of it. */
  detail: number
  /** Light against the neighbor to the right in a grid of 8 x 8: 16 hexadecimal digits. */
  pattern: string
  /** The pattern of the photo's mirror image; photos that were looked at before have none. */
  mirrored?: string
  /** Mean color of the rim, 0 to 255 each. */
  rim: [number, number, number]
}

/** Red, green and blue, perhaps with opacity, row by row; or gray. */
export interface SeenPixels {
  data: ArrayLike<number>
  width: number
  height: number
  channels: number
}

export interface PixelFinding {
  code: 'too_small' | 'small' | 'blurred' | 'soft' | 'dark' | 'bright' | 'duplicate'
  level: 'amber' | 'red'
  /** `width` and `height` of a photo that is too small, `number` of the photo that shows the same. */
  values: Readonly<Record<string, number>>
}

/** Detail is compared at this size of the longer edge, whatever the camera's. */
export const SEEN_EDGE = 512
/** Columns and rows of the grid that the pattern is read from. */
export const PATTERN_GRID = { width: 9, height: 8 }

const TILES = 8
const RIM = 0.08
const EDGE = { least: 256, good: 512 }
const LIGHT = { dark: 55, bright: 215 }
const DETAIL = { least: 12, good: 45 }

/**
 * @param seen at most {@link SEEN_EDGE} along its longer edge
 * @param grid light of {@link PATTERN_GRID}, row by row
 */
export function lookAtPixels(
  size: { width: number; height: number },
  seen: SeenPixels,
  grid: ArrayLike<number>,
): PixelLook {
  const { data, width, height, channels } = seen
  const light = new Float32Array(width * height)
  for (let at = 0; at < light.length; at++) light[at] = lightOf(data, at * channels, channels)
  return {
    width: size.width,
    height: size.height,
    light: light.reduce((sum, value) => sum + value, 0) / light.length,
    detail: detailOf(light, width, height),
    pattern: patternOf(grid),
    mirrored: patternOf(mirror(grid)),
    rim: rimOf(seen),
  }
}

/** Brightness of a pixel as a person sees it; one channel means gray. */
export function lightOf(data: ArrayLike<number>, at: number, channels: number): number {
  const [red, green, blue] = [0, 1, 2].map((c) => data[at + (c % channels)]!)
  return 0.299 * red! + 0.587 * green! + 0.114 * blue!
}

/** What is said of size, sharpness and light. */
export function judgePixels({
  width,
  height,
  light,
  detail,
}: Pick<PixelLook, 'width' | 'height' | 'light' | 'detail'>): PixelFinding[] {
  const found: PixelFinding[] = []
  const say = (
    code: PixelFinding['code'],
    level: PixelFinding['level'],
    values: PixelFinding['values'] = {},
  ) => found.push({ code, level, values })
  const edge = Math.min(width, height)
  const size = { width, height }
  if (edge < EDGE.least) say('too_small', 'red', size)
  else if (edge < EDGE.good) say('small', 'amber', size)
  if (detail < DETAIL.least) say('blurred', 'red')
  else if (detail < DETAIL.good) say('soft', 'amber')
  if (light < LIGHT.dark) say('dark', 'amber')
  else if (light > LIGHT.bright) say('bright', 'amber')
  return found
}

/** @param twin number of the photo that shows the same */
export const duplicateOf = (twin: number): PixelFinding => ({
  code: 'duplicate',
  level: 'amber',
  values: { number: twin },
})

/** Signs of 64 in which two photos differ that show the same. */
export const SAME_PATTERN = 5

/** How many of the 64 signs of two patterns differ. */
export function patternDistance(a: string, b: string): number {
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count++
  return count
}

/** How far a photo, or its mirror image, is from the pattern of another one. */
export function nearestPattern(
  { pattern, mirrored }: Pick<PixelLook, 'pattern' | 'mirrored'>,
  other: string,
): number {
  const straight = patternDistance(pattern, other)
  return mirrored === undefined ? straight : Math.min(straight, patternDistance(mirrored, other))
}

function mirror(grid: ArrayLike<number>): number[] {
  const { width, height } = PATTERN_GRID
  return Array.from({ length: width * height }, (_, at) => {
    const column = at % width
    return grid[at - column + (width - 1 - column)]!
  })
}

/** Detail of the photo: that of the tile above which a tenth of all tiles lie, so that a soft background does not count as blur. */
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

function patternOf(grid: ArrayLike<number>): string {
  const { width, height } = PATTERN_GRID
  let bits = 0n
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width - 1; x++)
      bits = (bits << 1n) | (grid[y * width + x]! < grid[y * width + x + 1]! ? 1n : 0n)
  return bits.toString(16).padStart(16, '0')
}

function rimOf({ data, width, height, channels }: SeenPixels): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  const depth = Math.max(1, Math.round(RIM * Math.min(width, height)))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      // The lower edge is often the subject.
      if (y >= depth && x >= depth && x < width - depth) continue
      const at = (y * width + x) * channels
      for (const c of [0, 1, 2] as const) sum[c] += data[at + (c % channels)]!
      count++
    }
  return sum.map((value) => value / count) as [number, number, number]
}
