import { formatNumber } from '#web/lib/format.ts'

interface Size {
  width: number
  height: number
}

/** Pixels of what comes out, at most: 64 megapixels of 1,048,576. */
const MOST_PIXELS = 64 * 1_048_576

/** The size of what comes out, pixels. */
export const enlarged = ({ width, height }: Size, scale: number): Size => ({
  width: width * scale,
  height: height * scale,
})

/** Why an image cannot be enlarged so much; null when it can. */
export function checkSize(size: Size, scale: number): string | null {
  const { width, height } = enlarged(size, scale)
  if (width * height <= MOST_PIXELS) return null
  return `The result would have ${formatNumber(width)} x ${formatNumber(height)} pixels. It can have 64 megapixels at most: choose a smaller scale or a smaller image.`
}
