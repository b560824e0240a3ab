import { encode } from 'blurhash'
import sharp from 'sharp'

const EDGE = 32
const COMPONENTS_X = 4
const COMPONENTS_Y = 3
/** Levels a colour channel is put into when colours are counted. */
const LEVELS = 8
const BACKDROP = '#ffffff'

export interface Placeholder {
  /** `#rrggbb` */
  dominantColor: string
  blurhash: string
}

/** The mean of the most frequent group of similar colours. */
function dominantColor(pixels: Uint8ClampedArray): string {
  const groups = new Map<number, { count: number; sum: [number, number, number] }>()
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    const step = 256 / LEVELS
    const index = [red, green, blue].reduce(
      (id, value) => id * LEVELS + Math.floor(value / step),
      0,
    )
    const group = groups.get(index) ?? { count: 0, sum: [0, 0, 0] }
    group.count++
    group.sum = [group.sum[0] + red, group.sum[1] + green, group.sum[2] + blue]
    groups.set(index, group)
  }
  const [largest] = [...groups.values()].toSorted((a, b) => b.count - a.count)
  const { count, sum } = largest ?? { count: 1, sum: [0, 0, 0] }
  return `#${sum
    .map((total) =>
      Math.round(total / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** What a page shows while the picture loads. */
export async function makePlaceholder(picture: Uint8Array): Promise<Placeholder> {
  const raw = await sharp(picture)
    .flatten({ background: BACKDROP })
    .resize(EDGE, EDGE, { fit: 'fill', kernel: 'linear' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  const pixels = new Uint8ClampedArray(raw)
  return {
    dominantColor: dominantColor(pixels),
    blurhash: encode(pixels, EDGE, EDGE, COMPONENTS_X, COMPONENTS_Y),
  }
}
