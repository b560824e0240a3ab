/** Pixels, four bytes each: red, green, blue, opacity. */
export interface Rgba {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** An outline is where neighbours differ by this part of the tolerance. */
const EDGE_PART = 0.4

/**
 * Finds what is connected to a place and looks like it.
 *
 * @param tolerance how far a colour may be from that of the place, 0 to 255
 * @param edges whether it ends where neighbours differ clearly, too
 * @returns 255 for each pixel that was found, else 0
 */
export function floodFill(
  { data, width, height }: Rgba,
  at: { x: number; y: number },
  tolerance: number,
  edges: boolean,
): Uint8Array {
  const found = new Uint8Array(width * height)
  const [x, y] = [Math.floor(at.x), Math.floor(at.y)]
  if (x < 0 || y < 0 || x >= width || y >= height) return found
  const seed = 4 * (y * width + x)
  const most = tolerance * tolerance
  const step = edges ? Math.max(36, (EDGE_PART * tolerance) ** 2) : Infinity
  const queue = new Int32Array(width * height)
  let [head, tail] = [0, 0]
  queue[tail++] = seed / 4
  found[seed / 4] = 255

  function reach(from: number, to: number): void {
    if (found[to] !== 0) return
    if (apart(data, 4 * to, seed) > most || apart(data, 4 * to, 4 * from) > step) return
    found[to] = 255
    queue[tail++] = to
  }

  while (head < tail) {
    const pixel = queue[head++]!
    const column = pixel % width
    if (column > 0) reach(pixel, pixel - 1)
    if (column < width - 1) reach(pixel, pixel + 1)
    if (pixel >= width) reach(pixel, pixel - width)
    if (pixel < width * (height - 1)) reach(pixel, pixel + width)
  }
  return found
}

/** The largest difference of two colours in one of the channels, opacity included, squared. */
function apart(data: Uint8ClampedArray, a: number, b: number): number {
  let most = 0
  for (let c = 0; c < 4; c++) most = Math.max(most, Math.abs(data[a + c]! - data[b + c]!))
  return most * most
}
