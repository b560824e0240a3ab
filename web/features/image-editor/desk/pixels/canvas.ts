/** An empty canvas; `willRead`: its pixels are read again and again. */
export function contextOf(
  width: number,
  height: number,
  willRead = false,
): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: willRead })
  if (context === null) throw new Error('This browser cannot draw')
  context.imageSmoothingQuality = 'high'
  return context
}

/** A smaller copy for the screen, where the image is shown at less than half its size; else the canvas itself. */
export function shrunken(canvas: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  let copy = canvas
  for (let now = scale; now < 0.5 && Math.min(copy.width, copy.height) > 2; now *= 2) {
    const half = contextOf(Math.ceil(copy.width / 2), Math.ceil(copy.height / 2))
    half.drawImage(copy, 0, 0, half.canvas.width, half.canvas.height)
    copy = half.canvas
  }
  return copy
}

const copies = new WeakMap<HTMLCanvasElement, Map<number, HTMLCanvasElement>>()

/** As {@link shrunken}, of a canvas that does not change any more; made once. */
export function copyOf(canvas: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const known = copies.get(canvas) ?? new Map<number, HTMLCanvasElement>()
  copies.set(canvas, known)
  const copy = known.get(scale) ?? shrunken(canvas, scale)
  known.set(scale, copy)
  return copy
}
