import { IMAGE_SIZES, resizedImageUrl } from '#contract/values/resized-image.ts'

/** More than a window shows. */
const MOST_PIXELS = 3_000_000
const WIDEST = IMAGE_SIZES[IMAGE_SIZES.length - 1]!

/** Address of an image for the stage: as it is, or a smaller copy of a large one. */
export function previewUrl(image: { url: string; width: number; height: number }): string {
  if (image.url.startsWith('blob:') || image.width * image.height <= MOST_PIXELS) return image.url
  const width = IMAGE_SIZES.findLast((size) => size <= Math.min(image.width, WIDEST)) ?? WIDEST
  return resizedImageUrl({ url: image.url, width, type: 'webp', quality: 90 })
}
