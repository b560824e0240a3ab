/** Beyond these a tile would be a line that nobody can hit; the image is then cut to the tile. */
const NARROWEST = 0.4
const WIDEST = 8

/** Width by height of the tile that stands for an image. */
export function tileRatio({ width, height }: { width: number; height: number }): number {
  return Math.min(WIDEST, Math.max(NARROWEST, width / height))
}

/** The day of a time on the reader's clock, as year * 10000 + month * 100 + day. */
export function dayOf(timestamp: string): number {
  const at = new Date(timestamp)
  return at.getFullYear() * 10_000 + (at.getMonth() + 1) * 100 + at.getDate()
}

/**
 * Columns in which a job's tiles fill a wide stage best: tall ones beside each other, wide ones below each
 * other.
 */
export function tileColumns(count: number, ratio: number): number {
  if (ratio >= 2.5) return 1
  if (ratio <= 0.8 || count === 3) return count
  return Math.min(count, 2)
}
