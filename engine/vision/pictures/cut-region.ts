import type { Box, RgbPicture } from './rgb-picture.ts'

/** Returns a part of a picture, which lies within it. */
export function cutRegion(picture: RgbPicture, { x, y, width, height }: Box): RgbPicture {
  const data = new Uint8Array(3 * width * height)
  for (let row = 0; row < height; row++) {
    const from = 3 * ((y + row) * picture.width + x)
    data.set(picture.data.subarray(from, from + 3 * width), 3 * row * width)
  }
  return { data, width, height }
}
