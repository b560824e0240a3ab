import type { PredictionImage } from '#contract/prediction-images.ts'
import type { ImageType } from '#contract/values/resized-image.ts'

/** A file name that says what is in it. */
function fileName(image: PredictionImage, format: ImageType): string {
  const words = (image.prompt ?? '')
    .slice(0, 40)
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
  const seed = image.seed === null ? '' : `-${image.seed}`
  const extension = image.video ? 'mp4' : format === 'jpeg' ? 'jpg' : format
  return `${words || 'image'}${seed}.${extension}`
}

/**
 * Has the browser save a result.
 * @param made other than as it is stored: format, longest edge, and whether prompt and settings are left out
 */
export function downloadImage(
  image: PredictionImage,
  made: { format?: ImageType; edge?: string; plain?: '1' } = {},
): void {
  const { format = 'png', ...rest } = made
  const name = fileName(image, format)
  const url = new URL(image.video?.url ?? image.url, window.location.href)
  url.searchParams.set('download', name)
  if (format !== 'png') url.searchParams.set('format', format)
  for (const [key, value] of Object.entries(rest)) url.searchParams.set(key, value)
  const link = document.createElement('a')
  link.href = url.href
  link.download = name
  link.click()
}
