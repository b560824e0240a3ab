/** Values 0 to 255, one a pixel. */
export interface Mask {
  data: Uint8Array
  width: number
  height: number
}

/** The smallest box around all that is not 0; null: all is. */
export function boundsOf({ data, width, height }: Mask): {
  x: number
  y: number
  width: number
  height: number
} | null {
  let [left, top, right, bottom] = [width, -1, -1, -1]
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (data[at] === 0) continue
      if (x < left) left = x
      if (x > right) right = x
      if (top < 0) top = y
      bottom = y
    }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/**
 * Softens the edge of what is selected outwards, so that all of it stays whole: by means over a square, twice.
 *
 * @param radius half of how wide the soft edge is, pixels
 */
export function feather({ data, width, height }: Mask, radius: number): Uint8Array {
  if (radius < 1) return data
  let values = data
  for (let pass = 0; pass < 2; pass++) {
    const across = means(values, width, height, radius, 1, width)
    values = means(across, height, width, radius, width, 1)
  }
  return values.map((value, at) => Math.max(data[at]!, Math.min(255, 2 * value)))
}

/**
 * Means along lines.
 *
 * @param step from one value of a line to the next
 * @param stride from one line to the next
 */
function means(
  values: Uint8Array,
  length: number,
  lines: number,
  radius: number,
  step: number,
  stride: number,
): Uint8Array {
  const result = new Uint8Array(values.length)
  const count = 2 * radius + 1
  for (let line = 0; line < lines; line++) {
    const start = line * stride
    const at = (place: number): number =>
      values[start + step * Math.min(length - 1, Math.max(0, place))]!
    let sum = 0
    for (let place = -radius; place <= radius; place++) sum += at(place)
    for (let place = 0; place < length; place++) {
      result[start + step * place] = Math.round(sum / count)
      sum += at(place + radius + 1) - at(place - radius)
    }
  }
  return result
}
