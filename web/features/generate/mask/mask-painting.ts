import type { Size } from '../lib/sizes.ts'
import type { SelectedObject } from './press-object.ts'

export interface Point {
  x: number
  y: number
}

/** What a brush did, in pixels of the picture. */
export interface Stroke {
  kind: 'stroke'
  erase: boolean
  size: number
  points: Point[]
}

/** An object that was selected by pressing on it, or taken away. */
export interface ObjectAction {
  kind: 'object'
  erase: boolean
  /** Paint where it is, transparent elsewhere; of the picture's shape. */
  mask: HTMLCanvasElement
  /** What is selected by presses after it: the next one goes on from there. */
  objects: readonly SelectedObject<HTMLCanvasElement>[]
}

/** One thing that was done to a mask; undo takes back the last. */
export type MaskAction = Stroke | ObjectAction | { kind: 'clear' } | { kind: 'invert' }

/** What is painted shows in this colour over the picture; where nothing is, the canvas is transparent. */
export const PAINT = '#f06595'

/** A brush of this size is at hand first: a twelfth of the picture. */
export const firstBrush = ({ width, height }: Size): number =>
  Math.max(4, Math.round(Math.min(width, height) / 12))

/** Draws one action over what is on the canvas. */
export function paint(context: CanvasRenderingContext2D, action: MaskAction): void {
  const { width, height } = context.canvas
  context.save()
  context.fillStyle = PAINT
  if (action.kind === 'clear') context.clearRect(0, 0, width, height)
  else if (action.kind === 'stroke') paintStroke(context, action, PAINT)
  else if (action.kind === 'object') paintObject(context, action, action.mask)
  else {
    context.globalCompositeOperation = 'xor'
    context.fillRect(0, 0, width, height)
  }
  context.restore()
}

/** Draws a stroke over what is on the canvas, or takes away what is below it. */
export function paintStroke(
  context: CanvasRenderingContext2D,
  stroke: Stroke,
  style: string | CanvasPattern,
): void {
  context.save()
  context.globalCompositeOperation = stroke.erase ? 'destination-out' : 'source-over'
  context.strokeStyle = style
  drawLine(context, stroke)
  context.restore()
}

/**
 * Draws an object over what is on the canvas, or takes away what is below it.
 * @param filled the object's mask with what it is to be filled with
 */
export function paintObject(
  context: CanvasRenderingContext2D,
  { erase, mask }: ObjectAction,
  filled: HTMLCanvasElement,
): void {
  const { width, height } = context.canvas
  context.save()
  context.globalCompositeOperation = erase ? 'destination-out' : 'source-over'
  context.drawImage(erase ? mask : filled, 0, 0, width, height)
  context.restore()
}

/** Draws the line of a stroke as wide as its brush; colour and way of mixing are the context's. */
export function drawLine(
  context: CanvasRenderingContext2D,
  { size, points: [first, ...rest] }: Stroke,
): void {
  if (first === undefined) return
  context.lineWidth = size
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(first.x, first.y)
  // A line to itself: a click leaves a dot.
  for (const { x, y } of rest.length === 0 ? [first] : rest) context.lineTo(x, y)
  context.stroke()
}

/** Puts the white of a mask (white on black) onto the canvas as paint. */
export function drawMask(context: CanvasRenderingContext2D, mask: ImageBitmap): void {
  const { width, height } = context.canvas
  context.drawImage(mask, 0, 0, width, height)
  const pixels = context.getImageData(0, 0, width, height)
  for (let at = 0; at < pixels.data.length; at += 4) pixels.data[at + 3] = pixels.data[at] ?? 0
  context.putImageData(pixels, 0, 0)
  context.save()
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = PAINT
  context.fillRect(0, 0, width, height)
  context.restore()
}

/**
 * Whether anything is on a canvas.
 * @param above how opaque the least of it must be, 0-254
 */
export function isPainted(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  above: number,
): boolean {
  const { width, height } = context.canvas
  const { data } = context.getImageData(0, 0, width, height)
  return data.some((value, at) => at % 4 === 3 && value > above)
}

/** The mask as a file: white where something is painted, black elsewhere; null when nothing is. */
export async function maskFile(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const { width, height } = canvas
  const target = new OffscreenCanvas(width, height)
  const context = target.getContext('2d')
  if (context === null) return null
  context.drawImage(canvas, 0, 0)
  if (!isPainted(context, 127)) return null
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#000'
  context.fillRect(0, 0, width, height)
  return target.convertToBlob({ type: 'image/png' })
}
