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

/** The part of a cut-out that its subject fills. */
export async function findSubject(image: {
  url: string
  width: number
  height: number
}): Promise<Crop> {
  const loaded = await loadImage(previewUrl(image))
  const scale = Math.min(1, LOOK / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const context = contextOf(width, height)
  context.drawImage(loaded, 0, 0, width, height)
  return subjectOf(context.getImageData(0, 0, width, height).data, width, height)
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

/** A cut-out as the page shows it, at its full size, as a PNG. */
export async function drawCutout(
  image: { url: string; width: number; height: number },
  { backdrop, shadow, crop }: { backdrop: Backdrop; shadow: boolean; crop: Crop },
): Promise<Blob> {
  const context = contextOf(
    Math.max(1, Math.round(image.width * crop.width)),
    Math.max(1, Math.round(image.height * crop.height)),
  )
  const loaded = await loadImage(image.url)
  await drawBackdrop(context, backdrop)
  if (shadow) {
    context.shadowColor = SHADOW.color
    context.shadowOffsetY = image.height * SHADOW.down
    context.shadowBlur = image.height * SHADOW.blur
  }
  context.drawImage(loaded, -image.width * crop.left, -image.height * crop.top)
  return canvasFile(context.canvas)
}
