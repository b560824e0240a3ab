import type { PictureSize } from '../picture-size.ts'

/**
 * The distance of each pixel to the nearest one that is set, in pixels; Infinity if none is. Felzenszwalb and
 * Huttenlocher 2012, Distance transforms of sampled functions: exact, first along columns, then along rows.
 */
export function distances(set: Uint8Array, { width, height }: PictureSize): Float32Array {
  const squared = Float32Array.from(set, (value) => (value === 0 ? Infinity : 0))
  const line = new Float32Array(Math.max(width, height))
  const transform = (from: number, stride: number, length: number): void => {
    for (let i = 0; i < length; i++) line[i] = squared[from + i * stride]!
    lowerEnvelope(line.subarray(0, length), (i, value) => (squared[from + i * stride] = value))
  }
  for (let x = 0; x < width; x++) transform(x, width, height)
  for (let y = 0; y < height; y++) transform(y * width, 1, width)
  return squared.map(Math.sqrt)
}

/** The least of all `values[i] + (at - i)^2` at every place: of the parabolas, those that lie lowest somewhere. */
function lowerEnvelope(values: Float32Array, put: (at: number, value: number) => void): void {
  const places: number[] = []
  const starts: number[] = []
  for (let i = 0; i < values.length; i++) {
    if (values[i] === Infinity) continue
    let start = -Infinity
    while (places.length > 0) {
      const last = places.at(-1)!
      start = (values[i]! + i ** 2 - values[last]! - last ** 2) / (2 * (i - last))
      if (start > starts.at(-1)!) break
      places.pop()
      starts.pop()
      start = -Infinity
    }
    places.push(i)
    starts.push(start)
  }
  let k = 0
  for (let at = 0; at < values.length; at++) {
    while (k + 1 < places.length && starts[k + 1]! < at) k++
    const place = places[k]
    put(at, place === undefined ? Infinity : values[place]! + (at - place) ** 2)
  }
}
