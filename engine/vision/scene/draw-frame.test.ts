import { expect, test } from 'vitest'
import { type Camera, cameraAt, OVERSCAN, scaleAt } from './camera.ts'
import { depthAt } from './depth.ts'
import { drawFrame } from './draw-frame.ts'
import { opaqueLayer, softLayer } from './layer.ts'
import { fade, pixelsOf } from './pixels.ts'

const LAYER = { width: 92, height: 74 }
const SIZE = { width: 80, height: 64 }
const DEPTH = 0.8

/** Smooth, with edges: red along rows, green along columns, blue in stripes. */
const picture = {
  ...LAYER,
  data: Uint8Array.from({ length: 3 * LAYER.width * LAYER.height }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % LAYER.width, Math.floor(i / 3 / LAYER.width)]
    return [2 * x, 3 * y, x % 8 < 4 ? 20 : 230][i % 3]!
  }),
}
/** A disc with a soft edge. */
const opacity = Uint8Array.from({ length: LAYER.width * LAYER.height }, (_, i) => {
  const [x, y] = [i % LAYER.width, Math.floor(i / LAYER.width)]
  return Math.max(0, Math.min(255, 60 * (22 - Math.hypot(x - 40, y - 45))))
})
const inverse = { ...picture, data: picture.data.map((value) => 255 - value) }

/** The value of a plane between its pixels. */
function sample(plane: (x: number, y: number) => number, x: number, y: number): number {
  const [cx, cy] = [
    Math.min(LAYER.width - 1.001, Math.max(0, x)),
    Math.min(LAYER.height - 1.001, Math.max(0, y)),
  ]
  const [left, top] = [Math.floor(cx), Math.floor(cy)]
  const [u, v] = [cx - left, cy - top]
  const above = plane(left, top) * (1 - u) + plane(left + 1, top) * u
  const below = plane(left, top + 1) * (1 - u) + plane(left + 1, top + 1) * u
  return above * (1 - v) + below * v
}

/** Where a place of the frame is in a layer, for one depth. */
function placeOf(x: number, y: number, camera: Camera, depth: number): { x: number; y: number } {
  const scale = OVERSCAN * scaleAt(camera, depth)
  const near = depth - camera.pivot
  const along = (at: number, length: number, shift: number) =>
    ((at + 0.5) / length - 0.5 - shift * near) / scale + 0.5
  return {
    x: along(x, SIZE.width, camera.x) * LAYER.width - 0.5,
    y: along(y, SIZE.height, camera.y) * LAYER.height - 0.5,
  }
}

/** The depth of the surroundings that a row of the frame shows. */
function depthOf(y: number, camera: Camera): number {
  let depth = 0.5
  for (let round = 0; round < 50; round++)
    depth = depthAt((placeOf(0, y, camera, depth).y + 0.5) / LAYER.height)
  return depth
}

function expected(camera: Camera, x: number, y: number, c: number): number {
  const far = placeOf(x, y, camera, depthOf(y, camera))
  const behind = sample((i, j) => picture.data[3 * (j * LAYER.width + i) + c]!, far.x, far.y)
  const near = placeOf(x, y, camera, DEPTH)
  const own = (i: number, j: number) => opacity[j * LAYER.width + i]! / 255
  const before = (i: number, j: number) => own(i, j) * inverse.data[3 * (j * LAYER.width + i) + c]!
  return sample(before, near.x, near.y) + behind * (1 - sample(own, near.x, near.y))
}

test.each(['push_in', 'pan_left', 'rise', 'orbit'] as const)(
  'a frame of %s is what lies between the pixels of both layers',
  (motion) => {
    const scene = {
      behind: opaqueLayer(picture),
      subject: { layer: softLayer(inverse, opacity), depth: DEPTH },
    }
    const frame = new Uint8Array(4 * SIZE.width * SIZE.height)
    const camera = cameraAt(motion, 0.3, DEPTH)
    drawFrame(scene, camera, SIZE, frame)
    let worst = 0
    for (let y = 0; y < SIZE.height; y++)
      for (let x = 0; x < SIZE.width; x++)
        for (let c = 0; c < 3; c++) {
          const drawn = frame[4 * (y * SIZE.width + x) + c]!
          worst = Math.max(worst, Math.abs(drawn - expected(camera, x, y, c)))
        }
    expect(worst).toBeLessThan(3.5)
  },
)

test('pixels fade from one picture to another', () => {
  const from = Uint8Array.of(0, 255, 100, 255, 7, 8, 9, 255)
  const to = Uint8Array.of(255, 0, 200, 255, 7, 8, 9, 255)
  fade(pixelsOf(from), pixelsOf(to), 0.25)
  expect([...from]).toEqual([64, 191, 125, 255, 7, 8, 9, 255])
})
