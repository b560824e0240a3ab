import { Tensor } from 'onnxruntime-node'
import { type OnnxSession, runSession } from '../../onnx/onnx-session.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'

/** The network takes only sizes that are multiples of so many pixels. */
const STEP = 32

/** Draws pictures between two of one size. */
export interface Between {
  /** @param time 0 (the first) to 1 (the second) */
  at(time: number): Promise<RgbPicture>
}

/** @param network RIFE, as `models/frame-interpolation` has it */
export function createBetween(network: OnnxSession, from: RgbPicture, to: RgbPicture): Between {
  const { width, height } = from
  const [w, h] = [roundUp(width), roundUp(height)]
  const plane = w * h
  const grid = new Float32Array(2 * plane)
  for (let y = 0, at = 0; y < h; y++)
    for (let x = 0; x < w; x++, at++) {
      grid[at] = x
      grid[plane + at] = y
    }
  const fixed = {
    from: tensor(padded(from, w, h), 3, w, h),
    to: tensor(padded(to, w, h), 3, w, h),
    grid: tensor(grid, 2, w, h),
    unit: new Tensor('float32', Float32Array.of(2 / (w - 1), 2 / (h - 1)), [1, 2, 1, 1]),
  }
  return {
    async at(time) {
      const when = new Float32Array(plane).fill(time)
      const { data } = await runSession(network, { ...fixed, time: tensor(when, 1, w, h) })
      const pixels = new Uint8ClampedArray(3 * width * height)
      for (let y = 0, at = 0; y < height; y++)
        for (let x = 0; x < width; x++, at += 3)
          for (let c = 0; c < 3; c++) pixels[at + c] = 255 * data[c * plane + y * w + x]!
      return { data: new Uint8Array(pixels.buffer), width, height }
    },
  }
}

const roundUp = (size: number): number => Math.ceil(size / STEP) * STEP

const tensor = (data: Float32Array, channels: number, w: number, h: number): Tensor =>
  new Tensor('float32', data, [1, channels, h, w])

/** Colours as planes, 0 to 1; what is at the border is repeated beyond it. */
function padded({ data, width, height }: RgbPicture, w: number, h: number): Float32Array {
  const planes = new Float32Array(3 * w * h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = 3 * (Math.min(height - 1, y) * width + Math.min(width - 1, x))
      for (let c = 0; c < 3; c++) planes[(c * h + y) * w + x] = data[at + c]! / 255
    }
  return planes
}
