import { drawLine, type Stroke } from '#web/features/create/mask/mask-painting.ts'

/**
 * Draws a stroke on a cut-out: its pixels become those of the original, or nothing.
 * @param original of the size of the canvas
 */
export function paintStroke(
  context: CanvasRenderingContext2D,
  stroke: Stroke,
  original: HTMLImageElement,
): void {
  context.save()
  const pattern = stroke.erase ? null : context.createPattern(original, 'no-repeat')
  context.globalCompositeOperation = stroke.erase ? 'destination-out' : 'source-over'
  context.strokeStyle = pattern ?? '#000'
  drawLine(context, stroke)
  context.restore()
}
