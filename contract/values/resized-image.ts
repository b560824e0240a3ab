/** Widths, and heights other than 0, that the resizing service makes. */
export const IMAGE_SIZES = [
  32, 48, 64, 96, 100, 128, 160, 192, 240, 256, 320, 384, 480, 512, 640, 768, 960, 1024, 1280, 1536,
  1920, 2048,
] as const

export const IMAGE_TYPES = ['jpeg', 'webp', 'png'] as const

export type ImageType = (typeof IMAGE_TYPES)[number]

export const DEFAULT_QUALITY = 80

/** Address of a resized copy of a picture. */
export function resizedImageUrl(options: {
  url: string
  width: (typeof IMAGE_SIZES)[number]
  height?: (typeof IMAGE_SIZES)[number]
  quality?: number
  type?: ImageType
  sigma?: number
}): string {
  const { url, width, height = 0, quality = DEFAULT_QUALITY, type = 'jpeg', sigma } = options
  const query = new URLSearchParams({
    url,
    width: String(width),
    height: String(height),
    quality: String(quality),
    type,
    ...(sigma !== undefined && { sigma: String(sigma) }),
  })
  return `/img/?${query.toString()}`
}
