import {
  lightOf,
  lookAtPixels,
  PATTERN_GRID,
  type PixelLook,
  SEEN_EDGE,
} from '#contract/photo-coach.ts'

const CHANNELS = 4

/** What the coach sees in a file before it is sent; null for one that this browser cannot show, as HEIC in most. */
export async function lookInBrowser(file: Blob): Promise<PixelLook | null> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return null
  try {
    const { width, height } = image
    const scale = Math.min(1, SEEN_EDGE / Math.max(width, height))
    const across = Math.max(1, Math.round(width * scale))
    const down = Math.max(1, Math.round(height * scale))
    const data = pixelsOf(image, across, down)
    const cells = pixelsOf(image, PATTERN_GRID.width, PATTERN_GRID.height)
    if (!data || !cells) return null
    const grid = Float32Array.from({ length: cells.length / CHANNELS }, (_, at) =>
      lightOf(cells, at * CHANNELS, CHANNELS),
    )
    const seen = { data, width: across, height: down, channels: CHANNELS }
    return lookAtPixels({ width, height }, seen, grid)
  } finally {
    image.close()
  }
}

/** Halved until it is nearly as small as it is to be: at once, fine lines would be missed. */
function pixelsOf(image: ImageBitmap, width: number, height: number): Uint8ClampedArray | null {
  let from: CanvasImageSource = image
  let [across, down] = [image.width, image.height]
  for (;;) {
    const isLast = across <= 2 * width && down <= 2 * height
    const next = isLast
      ? { width, height }
      : { width: Math.max(width, across >> 1), height: Math.max(height, down >> 1) }
    const canvas = document.createElement('canvas')
    Object.assign(canvas, next)
    const context = canvas.getContext('2d', { willReadFrequently: isLast })
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(from, 0, 0, next.width, next.height)
    if (isLast) return context.getImageData(0, 0, width, height).data
    from = canvas
    ;({ width: across, height: down } = next)
  }
}
