/** Pixels as bytes, row by row: red, green, blue. */
export interface RgbPicture {
  data: Uint8Array
  width: number
  height: number
}

/** A place in a picture, in pixels from its upper left corner. */
export interface Point {
  x: number
  y: number
}

/** A rectangle of a picture in pixels; may reach beyond its borders. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Turns, scales and moves a plane: `x' = a x - b y + dx`, `y' = b x + a y + dy`. The scale is the length of (a, b).
 */
export interface Similarity {
  a: number
  b: number
  dx: number
  dy: number
}

export function transform({ a, b, dx, dy }: Similarity, { x, y }: Point): Point {
  return { x: a * x - b * y + dx, y: b * x + a * y + dy }
}

export function invert({ a, b, dx, dy }: Similarity): Similarity {
  const length = a * a + b * b
  const [c, s] = [a / length, -b / length]
  return { a: c, b: s, dx: -(c * dx - s * dy), dy: -(s * dx + c * dy) }
}

/** The similarity that brings points nearest to others (least squares; Umeyama 1991 without reflection). */
export function fitSimilarity(from: readonly Point[], to: readonly Point[]): Similarity {
  const centre = (points: readonly Point[]): Point => ({
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  })
  const [source, target] = [centre(from), centre(to)]
  let [a, b, spread] = [0, 0, 0]
  for (const [i, point] of from.entries()) {
    const [x, y] = [point.x - source.x, point.y - source.y]
    const [u, v] = [to[i]!.x - target.x, to[i]!.y - target.y]
    a += x * u + y * v
    b += x * v - y * u
    spread += x * x + y * y
  }
  a /= spread
  b /= spread
  return {
    a,
    b,
    dx: target.x - (a * source.x - b * source.y),
    dy: target.y - (b * source.x + a * source.y),
  }
}

/**
 * Cuts a square of `size` pixels out of a picture. What lies outside the picture is black. Where the picture is more
 * than twice as fine as the square, several of its pixels are averaged for each.
 *
 * @param toPicture from places in the square to places in the picture
 * @returns bytes as in {@link RgbPicture}
 */
export function cutSquare(picture: RgbPicture, toPicture: Similarity, size: number): Uint8Array {
  const scale = Math.hypot(toPicture.a, toPicture.b)
  const taps = Math.min(8, Math.max(1, Math.round(scale)))
  const cut = new Uint8Array(3 * size * size)
  const sum = new Float64Array(3)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      sum.fill(0)
      for (let j = 0; j < taps; j++)
        for (let i = 0; i < taps; i++) {
          const place = { x: x + (i + 0.5) / taps - 0.5, y: y + (j + 0.5) / taps - 0.5 }
          addSample(picture, transform(toPicture, place), sum)
        }
      const at = 3 * (y * size + x)
      for (let c = 0; c < 3; c++) cut[at + c] = Math.round(sum[c]! / taps ** 2)
    }
  return cut
}

/** Adds the colour at a place between pixels, interpolated linearly; black outside the picture. */
export function addSample(
  { data, width, height }: RgbPicture,
  { x, y }: Point,
  sum: Float64Array,
): void {
  if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return
  const left = Math.min(width - 2, Math.floor(x))
  const top = Math.min(height - 2, Math.floor(y))
  const [u, v] = [x - left, y - top]
  const at = 3 * (top * width + left)
  const below = at + 3 * width
  for (let c = 0; c < 3; c++)
    sum[c]! +=
      (data[at + c]! * (1 - u) + data[at + 3 + c]! * u) * (1 - v) +
      (data[below + c]! * (1 - u) + data[below + 3 + c]! * u) * v
}
