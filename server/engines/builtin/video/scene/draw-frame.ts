import type { RgbPicture } from '../../tools/pictures/rgb-picture.ts'
import { type Camera, OVERSCAN, scaleAt } from './camera.ts'
import { depthAt } from './depth.ts'
import type { Scene } from './scene.ts'

interface Size {
  width: number
  height: number
}

/**
 * Draws what a camera sees into `frame`: red, green, blue and a byte of no meaning for each pixel. Depth depends on the
 * height alone, so each row of the frame is a straight piece of a row of the layer: nothing can tear.
 */
export function drawFrame(scene: Scene, camera: Camera, size: Size, frame: Uint8Array): void {
  const { behind, subject } = scene
  drawBehind(behind, camera, size, frame)
  if (subject) drawSubject(subject.pixels, behind, subject.depth, camera, size, frame)
}

/** Where a row of the frame comes from in the layer: `x` of its first pixel, how far the next is, and `y`. */
interface Row {
  x: number
  step: number
  y: number
}

/** @param depth of what is drawn at a height of the layer, 0 to 1 */
function rowOf(
  y: number,
  layer: Size,
  camera: Camera,
  size: Size,
  depth: (height: number) => number,
): Row {
  const v = (y + 0.5) / size.height - 0.5
  // The height in the layer of which this row is: depth changes slowly, so a few rounds find it.
  let height = v / OVERSCAN
  let [scale, near] = [1, 0]
  for (let round = 0; round < 6; round++) {
    const d = depth(height + 0.5)
    near = d - camera.pivot
    scale = OVERSCAN * scaleAt(camera, d)
    height = (v - camera.y * near) / scale
  }
  const step = layer.width / size.width / scale
  const x = (0.5 + (-0.5 - camera.x * near) / scale) * layer.width
  return { x: x + 0.5 * step - 0.5, step, y: (height + 0.5) * layer.height - 0.5 }
}

function drawBehind(layer: RgbPicture, camera: Camera, size: Size, frame: Uint8Array): void {
  const { data, width, height } = layer
  for (let y = 0; y < size.height; y++) {
    const row = rowOf(y, layer, camera, size, depthAt)
    const sy = Math.min(height - 1.001, Math.max(0, row.y))
    const top = Math.floor(sy)
    const v = sy - top
    const [above, below] = [3 * top * width, 3 * (top + 1) * width]
    let to = 4 * y * size.width
    let sx = row.x
    for (let x = 0; x < size.width; x++, sx += row.step, to += 4) {
      const cx = sx < 0 ? 0 : sx > width - 1.001 ? width - 1.001 : sx
      const left = cx | 0
      const u = cx - left
      const [a, b] = [above + 3 * left, below + 3 * left]
      for (let c = 0; c < 3; c++) {
        const up = data[a + c]! + (data[a + 3 + c]! - data[a + c]!) * u
        const down = data[b + c]! + (data[b + 3 + c]! - data[b + c]!) * u
        frame[to + c] = up + (down - up) * v + 0.5
      }
    }
  }
}

function drawSubject(
  pixels: Uint8Array,
  { width, height }: Size,
  depth: number,
  camera: Camera,
  size: Size,
  frame: Uint8Array,
): void {
  const same = () => depth
  for (let y = 0; y < size.height; y++) {
    const row = rowOf(y, { width, height }, camera, size, same)
    const sy = Math.min(height - 1.001, Math.max(0, row.y))
    const top = Math.floor(sy)
    const v = sy - top
    const [above, below] = [4 * top * width, 4 * (top + 1) * width]
    let to = 4 * y * size.width
    let sx = row.x
    for (let x = 0; x < size.width; x++, sx += row.step, to += 4) {
      const cx = sx < 0 ? 0 : sx > width - 1.001 ? width - 1.001 : sx
      const left = cx | 0
      const [a, b] = [above + 4 * left, below + 4 * left]
      const nothing = pixels[a + 3]! | pixels[a + 7]! | pixels[b + 3]! | pixels[b + 7]!
      if (nothing === 0) continue
      const u = cx - left
      const up = pixels[a + 3]! + (pixels[a + 7]! - pixels[a + 3]!) * u
      const down = pixels[b + 3]! + (pixels[b + 7]! - pixels[b + 3]!) * u
      const rest = 1 - (up + (down - up) * v) / 255
      for (let c = 0; c < 3; c++) {
        const high = pixels[a + c]! + (pixels[a + 4 + c]! - pixels[a + c]!) * u
        const low = pixels[b + c]! + (pixels[b + 4 + c]! - pixels[b + c]!) * u
        const colour = high + (low - high) * v + frame[to + c]! * rest + 0.5
        frame[to + c] = colour > 255 ? 255 : colour
      }
    }
  }
}
