import type { PictureSize } from '../picture-size.ts'

/**
 * The distance of each pixel to the nearest one that is set, in pixels; Infinity if none is. Felzenszwalb and
 * Huttenlocher 2012, Distance transforms of sampled functions: exact, first along columns, then along rows.
 */
export function distances(
  set: Uint8Array,
  { width, height }: PictureSize,
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(set.length)
  for (let i = 0; i < values.length; i++) values[i] = set[i] === 0 ? Infinity : 0
  const line = createLine(Math.max(width, height))
  for (let x = 0; x < width; x++) line.transform(values, x, width, height)
  for (let y = 0; y < height; y++) line.transform(values, y * width, 1, width)
  for (let i = 0; i < values.length; i++) values[i] = Math.sqrt(values[i]!)
  return values
}

interface Line {
  /**
   * Puts in the place of each of `length` values the least of all `value + distance^2`.
   *
   * @param stride from one value to the next
   */
  transform(values: Float32Array, from: number, stride: number, length: number): void
}

/** Room for lines of up to so many values. */
function createLine(most: number): Line {
  const line = new Float32Array(most)
  // Of the parabolas over all places those that lie lowest somewhere, and from where on they do.
  const places = new Int32Array(most)
  const starts = new Float64Array(most)

  function findLowest(length: number): number {
    let count = 0
    for (let i = 0; i < length; i++) {
      const value = line[i]!
      if (value === Infinity) continue
      let start = -Infinity
      while (count > 0) {
        const last = places[count - 1]!
        start = (value + i * i - line[last]! - last * last) / (2 * (i - last))
        if (start > starts[count - 1]!) break
        count--
        start = -Infinity
      }
      places[count] = i
      starts[count] = start
      count++
    }
    return count
  }

  return {
    transform(values, from, stride, length) {
      for (let i = 0, at = from; i < length; i++, at += stride) line[i] = values[at]!
      const count = findLowest(length)
      if (count === 0) return
      let k = 0
      for (let i = 0, at = from; i < length; i++, at += stride) {
        while (k + 1 < count && starts[k + 1]! < i) k++
        const place = places[k]!
        values[at] = line[place]! + (i - place) ** 2
      }
    },
  }
}
