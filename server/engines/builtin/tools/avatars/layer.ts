/** A square picture with its own transparency; colours 0 to 255, opacity 0 to 1. */
export interface Layer {
  /** Red, green and blue of each pixel, row by row. Where nothing is seen they go on from what is beside. */
  colours: Float32Array
  opacity: Float32Array
  edge: number
}

/** Calls `change` with the three colours of each pixel, which it may change in place. */
export function changeColours(
  layer: Layer,
  change: (colours: Float32Array, pixel: number) => void,
): void {
  for (let pixel = 0; pixel < layer.opacity.length; pixel++)
    change(layer.colours.subarray(3 * pixel, 3 * pixel + 3), pixel)
}

/** Luma of BT.601. */
export function lightness(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

/** A bell-like blur of one value a pixel: three passes of a box (Wells 1986). `reach` is half the box, pixels. */
export function blurPlane(values: Float32Array, edge: number, reach: number): Float32Array {
  let blurred = values
  for (let pass = 0; pass < 3; pass++) {
    blurred = blurAlong(blurred, edge, reach, 1, edge)
    blurred = blurAlong(blurred, edge, reach, edge, 1)
  }
  return blurred
}

/** Means over a box that slides along each line; the ends are repeated beyond them. */
function blurAlong(
  values: Float32Array,
  edge: number,
  reach: number,
  step: number,
  between: number,
): Float32Array {
  const blurred = new Float32Array(values.length)
  const last = edge - 1
  for (let line = 0; line < edge; line++) {
    const start = line * between
    const at = (i: number): number => values[start + Math.min(last, Math.max(0, i)) * step]!
    let sum = 0
    for (let i = -reach; i <= reach; i++) sum += at(i)
    for (let i = 0; i < edge; i++) {
      blurred[start + i * step] = sum / (2 * reach + 1)
      sum += at(i + reach + 1) - at(i - reach)
    }
  }
  return blurred
}

/** How light each pixel is, 0 to 255. */
export function lightnessOf({ colours, opacity }: Layer): Float32Array {
  return opacity.map((_, pixel) =>
    lightness(colours[3 * pixel]!, colours[3 * pixel + 1]!, colours[3 * pixel + 2]!),
  )
}
