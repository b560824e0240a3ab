import {
  isPainted,
  paintStroke,
  type Point,
  type Stroke,
} from '#web/features/generate/mask/mask-painting.ts'
import type { Size } from '#web/features/generate/lib/sizes.ts'

/** A stroke in a color, as `#rrggbb`; one that erases takes strokes away, never the picture. */
export interface ColorStroke extends Stroke {
  color: string
}

/** One thing that was done to a sketch; undo takes back the last. */
export type SketchAction = ColorStroke | { kind: 'clear' }

/** Draws one action over the strokes that are on the canvas. */
export function paintSketch(context: CanvasRenderingContext2D, action: SketchAction): void {
  const { width, height } = context.canvas
  if (action.kind === 'clear') context.clearRect(0, 0, width, height)
  else paintStroke(context, action, action.color)
}

/**
 * A picture with strokes on it, as a PNG of the strokes' size; null when no stroke shows.
 * @param picture decoded
 * @throws Error when the browser cannot draw
 */
export async function sketchFile(
  picture: CanvasImageSource,
  strokes: HTMLCanvasElement,
): Promise<Blob | null> {
  const { width, height } = strokes
  const target = new OffscreenCanvas(width, height)
  const context = target.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw')
  context.drawImage(strokes, 0, 0)
  if (!isPainted(context, 0)) return null
  context.globalCompositeOperation = 'destination-over'
  context.drawImage(picture, 0, 0, width, height)
  return target.convertToBlob({ type: 'image/png' })
}

const hex = (value: number): string => value.toString(16).padStart(2, '0')

/**
 * The color of one pixel of the picture with its strokes, as `#rrggbb`; over white where the picture is transparent.
 * @param point in pixels of the strokes
 */
export function colorAt(
  picture: CanvasImageSource,
  strokes: HTMLCanvasElement,
  { x, y }: Point,
): string | null {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) return null
  const { width, height } = strokes
  const left = -Math.min(width - 1, Math.max(0, Math.floor(x)))
  const top = -Math.min(height - 1, Math.max(0, Math.floor(y)))
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 1, 1)
  context.drawImage(picture, left, top, width, height)
  context.drawImage(strokes, left, top)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${hex(red)}${hex(green)}${hex(blue)}`
}

/** An empty picture in one color, as a PNG. */
export async function blankFile({ width, height }: Size, color: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw')
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/png' })
}
