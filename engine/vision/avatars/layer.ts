import { boxBlur } from '../pictures/box-blur.ts'

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

/** A bell-like blur of one value a pixel. `reach` is half the box, pixels. */
export function blurPlane(values: Float32Array, edge: number, reach: number): Float32Array {
  return boxBlur(values, { width: edge, height: edge }, reach, 3)
}

/** How light each pixel is, 0 to 255. */
export function lightnessOf({ colours, opacity }: Layer): Float32Array {
  return opacity.map((_, pixel) =>
    lightness(colours[3 * pixel]!, colours[3 * pixel + 1]!, colours[3 * pixel + 2]!),
  )
}
