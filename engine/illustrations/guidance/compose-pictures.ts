import type { Region } from '../../diffusion/enlarger/tiles.ts'
import type { Planes } from '../../diffusion/networks.ts'
import type { PictureSize } from '../../diffusion/picture-size.ts'
import type { Spot } from '../subject/layout.ts'

const WHITE = 1
const PLANES = 3
/** Smaller copies are averaged first, so that fine lines do not flicker. */
const SMALL = 0.6

/**
 * A white canvas in [-1, 1] with pictures that stand on white laid at their spots; where they meet, the darker counts.
 *
 * @param room of the canvas, which the spots are of
 */
export function composePictures(
  { width, height }: PictureSize,
  room: Region,
  things: readonly { picture: Planes; spot: Spot }[],
): Planes {
  const canvas = { data: new Float32Array(PLANES * width * height).fill(WHITE), width, height }
  const half = Math.min(room.width, room.height) / 2
  for (const { picture, spot } of things) {
    const isSmall = (2 * half * spot.scale) / picture.width < SMALL
    lay(canvas, room, isSmall ? averaged(picture) : picture, spot)
  }
  return canvas
}

function lay(canvas: Planes, room: Region, picture: Planes, spot: Spot): void {
  const { width, height } = canvas
  const half = Math.min(room.width, room.height) / 2
  const [middleX, middleY] = [room.left + room.width / 2, room.top + room.height / 2]
  const angle = (spot.degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) / spot.scale, Math.sin(angle) / spot.scale]
  const turn = spot.mirrored ? -1 : 1
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const x = (column + 0.5 - middleX) / half - spot.x
      const y = (row + 0.5 - middleY) / half - spot.y
      const from = { x: turn * (cos * x + sin * y), y: cos * y - sin * x }
      if (Math.abs(from.x) > 1 || Math.abs(from.y) > 1) continue
      const left = ((from.x + 1) * picture.width) / 2 - 0.5
      const top = ((from.y + 1) * picture.height) / 2 - 0.5
      layPixel(canvas, row * width + column, picture, left, top)
    }
}

/** Linear between the four pixels around a place of a picture, outside of which is white. */
function layPixel(canvas: Planes, at: number, picture: Planes, left: number, top: number): void {
  const { data, width, height } = canvas
  const x = Math.floor(left)
  const y = Math.floor(top)
  const a = left - x
  const b = top - y
  for (let plane = 0; plane < PLANES; plane++) {
    const between =
      (1 - b) * ((1 - a) * pixel(picture, plane, x, y) + a * pixel(picture, plane, x + 1, y)) +
      b * ((1 - a) * pixel(picture, plane, x, y + 1) + a * pixel(picture, plane, x + 1, y + 1))
    const i = plane * width * height + at
    data[i] = Math.min(data[i]!, between)
  }
}

function pixel({ data, width, height }: Planes, plane: number, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return WHITE
  return Math.min(WHITE, Math.max(-1, data[(plane * height + y) * width + x]!))
}

function averaged(picture: Planes): Planes {
  const [width, height] = [picture.width / 2, picture.height / 2]
  const data = new Float32Array(PLANES * width * height)
  for (let plane = 0; plane < PLANES; plane++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let sum = 0
        for (const [dx, dy] of FOUR) sum += pixel(picture, plane, 2 * x + dx, 2 * y + dy)
        data[(plane * height + y) * width + x] = sum / FOUR.length
      }
  return { data, width, height }
}

const FOUR = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const
