import type { Box, TextLayer } from '../document/document.ts'
import { contextOf } from './canvas.ts'
import type { Mask } from './mask.ts'

export type FileKind = 'image/png' | 'image/jpeg' | 'image/webp'

const QUALITY = 0.92
/** Of what texts are set in, as on the screen. */
export const FONT = 'lato, sans-serif'
export const LINE_HEIGHT = 1.2

/** What is on a canvas, as a file. Rejects when it is too large for the browser. */
export const canvasFile = (
  canvas: HTMLCanvasElement,
  type: FileKind = 'image/png',
): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image could not be written'))),
      type,
      QUALITY,
    )
  })

/** The image with its texts in it. */
export function withTexts(
  canvas: HTMLCanvasElement,
  texts: readonly TextLayer[],
): HTMLCanvasElement {
  if (texts.length === 0) return canvas
  const context = contextOf(canvas.width, canvas.height)
  context.drawImage(canvas, 0, 0)
  for (const { text, x, y, size, color, bold, rotation } of texts) {
    context.save()
    context.translate(x, y)
    context.rotate((rotation * Math.PI) / 180)
    context.font = `${bold ? 'bold ' : ''}${size}px ${FONT}`
    context.fillStyle = color
    context.textBaseline = 'middle'
    for (const [line, words] of text.split('\n').entries())
      context.fillText(words, 0, (line + 0.5) * LINE_HEIGHT * size)
    context.restore()
  }
  return context.canvas
}

/** A part of the image, as a file. */
export function partFile(canvas: HTMLCanvasElement, { x, y, width, height }: Box): Promise<Blob> {
  const context = contextOf(width, height)
  context.drawImage(canvas, -x, -y)
  return canvasFile(context.canvas)
}

/** A part of a mask, as a file: white where it is 255, black where it is 0. */
export function maskFile(mask: Mask, { x, y, width, height }: Box): Promise<Blob> {
  const context = contextOf(width, height)
  const pixels = context.createImageData(width, height)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const value = mask.data[(y + row) * mask.width + x + column]!
      pixels.data.set([value, value, value, 255], 4 * (row * width + column))
    }
  context.putImageData(pixels, 0, 0)
  return canvasFile(context.canvas)
}

/** What came of a job where it may differ from what was sent, transparent elsewhere. */
export async function cutByMask(
  result: ImageBitmap,
  mask: Mask,
  { x, y, width, height }: Box,
): Promise<Blob> {
  const context = contextOf(width, height, true)
  context.drawImage(result, 0, 0, width, height)
  const pixels = context.getImageData(0, 0, width, height)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      if (mask.data[(y + row) * mask.width + x + column] === 0)
        pixels.data[4 * (row * width + column) + 3] = 0
  context.putImageData(pixels, 0, 0)
  return canvasFile(context.canvas)
}
