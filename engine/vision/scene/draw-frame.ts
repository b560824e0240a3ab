import { type Camera, scaleAt } from './camera.ts'
import { depthAt } from './depth.ts'
import type { Layer } from './layer.ts'
import { mixPairs, PAIR, pixelsOf } from './pixels.ts'
import type { Scene } from './scene.ts'

interface Size {
  width: number
  height: number
}

/** A subject, as it is drawn. */
type Shown = Pick<NonNullable<Scene['subject']>, 'layer' | 'depth'>

/**
 * Draws what a camera sees into `frame`: red, green, blue and a byte of no meaning for each pixel. Depth depends on the
 * height alone, so each row of the frame is a straight piece of a row of the layer: nothing can tear.
 */
export function drawFrame(
  { behind, subject, depth = depthAt }: Pick<Scene, 'behind' | 'depth'> & { subject: Shown | null },
  camera: Camera,
  size: Size,
  frame: Uint8Array,
): void {
  const pixels = pixelsOf(frame)
  drawLayer(behind, depth, camera, size, pixels)
  if (subject) drawLayer(subject.layer, () => subject.depth, camera, size, pixels)
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
  let height = v / camera.overscan
  let [scale, near] = [1, 0]
  for (let round = 0; round < 6; round++) {
    const d = depth(height + 0.5)
    near = d - camera.pivot
    scale = camera.overscan * scaleAt(camera, d)
    height = (v - camera.y * near) / scale
  }
  const step = layer.width / size.width / scale
  const x = (0.5 + (-0.5 - camera.x * near) / scale) * layer.width
  return { x: x + 0.5 * step - 0.5, step, y: (height + 0.5) * layer.height - 0.5 }
}

/** Bits of a place along a row behind the point. */
const BITS = 20
const ONE = 2 ** BITS

/** A row of a layer between two of its rows, as pairs of bytes. */
interface Between {
  even: Int32Array
  odd: Int32Array
}

/** Each row of the frame: first one between two rows of the layer, then places between its pixels. */
function drawLayer(
  layer: Layer,
  depth: (height: number) => number,
  camera: Camera,
  size: Size,
  frame: Uint32Array,
): void {
  const { width, height, spans } = layer
  const between: Between = { even: new Int32Array(width), odd: new Int32Array(width) }
  for (let y = 0; y < size.height; y++) {
    const row = rowOf(y, layer, camera, size, depth)
    const place = Math.min(height - 1.001, Math.max(0, row.y))
    const top = Math.floor(place)
    let [first, end] = [0, width]
    if (spans) {
      first = Math.min(spans[2 * top]!, spans[2 * top + 2]!)
      end = Math.max(spans[2 * top + 1]!, spans[2 * top + 3]!)
      if (first >= end) continue
    }
    // What lies between the last that is seen and the next is seen too; what is at the edge reaches beyond it.
    const from = first > 0 ? Math.max(0, Math.ceil((first - 1 - row.x) / row.step)) : 0
    const to = end < width ? Math.min(size.width, Math.ceil((end - row.x) / row.step)) : size.width
    if (from >= to) continue
    const left = Math.max(0, Math.min(width - 2, Math.floor(row.x + from * row.step)))
    const right = Math.max(2, Math.min(width, Math.ceil(row.x + (to - 1) * row.step) + 2))
    mixRows(layer, top, Math.round(256 * (place - top)), { left, right }, between)
    const start = y * size.width
    const over = spans ? drawOver : drawAlong
    over(between, row, { from, to, last: width - 1, start }, frame)
  }
}

/** @param share of the row below `top`, 0 to 256 */
function mixRows(
  { pixels, width }: Layer,
  top: number,
  share: number,
  { left, right }: { left: number; right: number },
  { even, odd }: Between,
): void {
  const [above, below] = [top * width, (top + 1) * width]
  for (let x = left; x < right; x++) {
    const a = pixels[above + x]!
    const b = pixels[below + x]!
    even[x] = mixPairs(a & PAIR, b & PAIR, share)
    odd[x] = mixPairs((a >>> 8) & PAIR, (b >>> 8) & PAIR, share)
  }
}

/** Pixels of a row of the frame. */
interface Stretch {
  from: number
  to: number
  /** The last pixel of the layer's row. */
  last: number
  /** Where the row begins in the frame. */
  start: number
}

/** What is beyond the layer is as its edge. */
function drawAlong(
  { even, odd }: Between,
  row: Row,
  { from, to, last, start }: Stretch,
  frame: Uint32Array,
): void {
  const [step, most] = [Math.round(row.step * ONE), last * ONE - 1]
  let at = Math.round((row.x + from * row.step) * ONE)
  for (let x = start + from; x < start + to; x++, at += step) {
    const place = at < 0 ? 0 : at > most ? most : at
    const i = place >> BITS
    const share = (place >> (BITS - 8)) & 255
    const pair = mixPairs(odd[i]!, odd[i + 1]!, share)
    frame[x] = mixPairs(even[i]!, even[i + 1]!, share) | (pair << 8)
  }
}

/** As {@link drawAlong}, before what is there already. */
function drawOver(
  { even, odd }: Between,
  row: Row,
  { from, to, last, start }: Stretch,
  frame: Uint32Array,
): void {
  const [step, most] = [Math.round(row.step * ONE), last * ONE - 1]
  let at = Math.round((row.x + from * row.step) * ONE)
  for (let x = start + from; x < start + to; x++, at += step) {
    const place = at < 0 ? 0 : at > most ? most : at
    const i = place >> BITS
    const share = (place >> (BITS - 8)) & 255
    const pair = mixPairs(odd[i]!, odd[i + 1]!, share)
    const opacity = pair >>> 16
    if (opacity === 0) continue
    const colour = mixPairs(even[i]!, even[i + 1]!, share)
    // 256 of nothing, 0 of all: no sum is above 255, for colours are multiplied by opacity.
    const rest = 256 - opacity - (opacity >> 7)
    const behind = frame[x]!
    const evenly = colour + ((Math.imul(behind & PAIR, rest) >>> 8) & PAIR)
    const oddly = pair + ((Math.imul((behind >>> 8) & PAIR, rest) >>> 8) & PAIR)
    frame[x] = evenly | (oddly << 8)
  }
}
