import { paintStroke, type Stroke } from '#web/features/create/mask/mask-painting.ts'

/**
 * Draws a stroke on a cut-out: its pixels become those of the original, or nothing.
 * @param original of the size of the canvas
 */
export function paintCutout(
  context: CanvasRenderingContext2D,
  stroke: Stroke,
  original: HTMLImageElement,
): void {
  const pattern = stroke.erase ? null : context.createPattern(original, 'no-repeat')
  paintStroke(context, stroke, pattern ?? '#000')
}
