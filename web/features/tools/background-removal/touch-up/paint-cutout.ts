import { paintStroke, paintObject } from '#web/features/generate/mask/mask-painting.ts'
import type { TouchUpAction } from './touch-up-store.ts'

/**
 * Draws a stroke or an object on a cut-out: its pixels become those of the original, or nothing.
 * @param original of the size of the canvas
 */
export function paintCutout(
  context: CanvasRenderingContext2D,
  action: TouchUpAction,
  original: HTMLImageElement,
): void {
  if (action.kind === 'object') {
    paintObject(context, action, action.erase ? action.mask : originalIn(action.mask, original))
    return
  }
  const pattern = action.erase ? null : context.createPattern(original, 'no-repeat')
  paintStroke(context, action, pattern ?? '#000')
}

/** The part of the original that a mask covers. */
function originalIn(mask: HTMLCanvasElement, original: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = original.naturalWidth
  canvas.height = original.naturalHeight
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw')
  context.drawImage(mask, 0, 0, canvas.width, canvas.height)
  context.globalCompositeOperation = 'source-in'
  context.drawImage(original, 0, 0)
  return canvas
}
