import type { Crop } from '#web/features/tool-page/frame/comparison.ts'
import { previewUrl } from '#web/features/tool-page/frame/preview-url.ts'
import { type Backdrop, SHADOW, subjectOf } from '#web/features/tool-page/backdrop/backdrop.ts'
import { canvasFile } from './canvas-file.ts'
import { loadImage } from './load-image.ts'

/** Longest side of the copy in which the subject is looked for, pixels. */
const LOOK = 512

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: width <= LOOK })
  if (context === null) throw new Error('This browser cannot draw')
  return context
}

/** The part of a cut-out that its subject fills: as it is, and with a little room around it. */
export async function findSubject(image: {
  url: string
  width: number
  height: number
}): Promise<{ bare: Crop; withRoom: Crop }> {
  const loaded = await loadImage(previewUrl(image))
  const scale = Math.min(1, LOOK / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const context = contextOf(width, height)
  context.drawImage(loaded, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  return { bare: subjectOf(data, width, height, 0), withRoom: subjectOf(data, width, height) }
}

async function drawBackdrop(context: CanvasRenderingContext2D, backdrop: Backdrop): Promise<void> {
  const { width, height } = context.canvas
  if (backdrop.kind === 'none') return
  if (backdrop.kind === 'image') {
    const image = await loadImage(backdrop.url)
    const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight)
    const size = { width: image.naturalWidth * scale, height: image.naturalHeight * scale }
    const place = { x: (width - size.width) / 2, y: (height - size.height) / 2 }
    context.drawImage(image, place.x, place.y, size.width, size.height)
    return
  }
  if (backdrop.kind === 'color') context.fillStyle = backdrop.color
  else {
    const gradient = context.createLinearGradient(0, 0, 0, height)
    gradient.addColorStop(0, backdrop.from)
    gradient.addColorStop(1, backdrop.to)
    context.fillStyle = gradient
  }
  context.fillRect(0, 0, width, height)
}

/**
 * A cut-out as the page shows it, as a PNG.
 * @param options.crop what of it; it may reach beyond the image
 * @param options.size of the file in pixels; null: at the image's full size
 */
export async function drawCutout(
  image: { url: string; width: number; height: number },
  {
    backdrop,
    shadow,
    crop,
    size,
  }: {
    backdrop: Backdrop
    shadow: boolean
    crop: Crop
    size: { width: number; height: number } | null
  },
): Promise<Blob> {
  const own = { width: image.width * crop.width, height: image.height * crop.height }
  const context = contextOf(
    size?.width ?? Math.max(1, Math.round(own.width)),
    size?.height ?? Math.max(1, Math.round(own.height)),
  )
  const scale = size ? size.width / own.width : 1
  const drawn = { width: image.width * scale, height: image.height * scale }
  const loaded = await loadImage(image.url)
  await drawBackdrop(context, backdrop)
  if (shadow) {
    context.shadowColor = SHADOW.color
    context.shadowOffsetY = drawn.height * SHADOW.down
    context.shadowBlur = drawn.height * SHADOW.blur
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    loaded,
    -drawn.width * crop.left,
    -drawn.height * crop.top,
    drawn.width,
    drawn.height,
  )
  return canvasFile(context.canvas)
}
