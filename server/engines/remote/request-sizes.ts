import type { ImageRequest } from '../spec/index.ts'
import type { Size } from './check-image.ts'

/** Picture `i` uses seed `(seed + i) mod 2^32`. */
export const seedOf = (seed: number, index: number) => (seed + index) % 2 ** 32

/** The size of the first pass of a hires request, in steps of 8 pixels. */
export function firstPassOf({
  width,
  height,
  hires,
}: Pick<ImageRequest, 'width' | 'height' | 'hires'>): Size {
  const scaled = (edge: number) => Math.max(64, Math.round(edge / (hires?.scale ?? 1) / 8) * 8)
  return { width: scaled(width), height: scaled(height) }
}
