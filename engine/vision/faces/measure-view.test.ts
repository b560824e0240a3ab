import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import type { FaceView } from '#lib/engine-spec/index.ts'
import { type Photograph, readPhotograph } from '#scripts/support/photographs.ts'
import { createToolNetworks } from '../networks.ts'
import type { Point, RgbPicture } from '../pictures/rgb-picture.ts'
import type { Face } from './face.ts'
import { type FaceNetworks, findFaces } from './find-faces.ts'
import { measureView } from './measure-view.ts'

let networks: FaceNetworks
let photo: RgbPicture
let face: Face
let plain: FaceView

beforeAll(async () => {
  networks = await createToolNetworks(1).faces()
  photo = await readPhotograph('portrait-stern')
  face = (await findFaces(networks, photo))[0]!
  plain = measureView(photo, face)
})

const raw = ({ width, height }: RgbPicture) => ({ raw: { width, height, channels: 3 as const } })

/** The photo with something drawn over its face, which is where it was. */
async function withDrawing(svg: string): Promise<FaceView> {
  const { width, height } = photo
  const input = Buffer.from(`<svg width="${width}" height="${height}">${svg}</svg>`)
  const data = await sharp(photo.data, raw(photo))
    .composite([{ input }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return measureView({ ...photo, data }, face)
}

const middle = (a: number, b: number): Point => ({
  x: (face.mesh[a]!.x + face.mesh[b]!.x) / 2,
  y: (face.mesh[a]!.y + face.mesh[b]!.y) / 2,
})

it('sees a face in plain light, without glasses and beard', () => {
  expect(plain).toMatchObject({ glasses: false, beard: false })
  expect(plain.blur).toBeLessThan(1)
  expect(Math.abs(plain.side)).toBeLessThan(0.4)
  expect(plain.uneven).toBeLessThan(0.4)
  expect(plain.hues).toBeLessThan(10)
  expect(plain.mouth).toBeLessThan(0.05)
})

it('sees a frame over the nose, and an open mouth', async () => {
  const [left, right] = [middle(33, 133), middle(362, 263)]
  const radius = 0.16 * face.box.width
  const lens = ({ x, y }: Point) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`
  const frame = `<g fill="none" stroke="#1a1512" stroke-width="${0.02 * face.box.width}">${lens(left)}${lens(right)}
    <path d="M${left.x + radius} ${left.y} L${right.x - radius} ${right.y}"/></g>`
  expect((await withDrawing(frame)).glasses).toBe(true)
  const speaking = await readPhotograph('portrait-speaking' satisfies Photograph)
  const open = measureView(speaking, (await findFaces(networks, speaking))[0]!)
  expect(open.mouth).toBeGreaterThan(0.2)
})

it('takes a mark between the brows for no glasses', async () => {
  const [brows, tip] = [face.mesh[9]!, face.mesh[195]!]
  const { width } = face.box
  const middleOfNose = { x: (brows.x + tip.x) / 2, y: (2 * brows.y + tip.y) / 3 }
  const mark = `<circle cx="${middleOfNose.x}" cy="${middleOfNose.y}" r="${0.025 * width}" fill="#3a0f0f"/>`
  expect((await withDrawing(mark)).glasses).toBe(false)
})

it('sees a beard, a lock of hair, and a colored lamp from one side', async () => {
  const { box, mesh } = face
  const [chin, nose] = [mesh[152]!, mesh[2]!]
  const beard = `<path fill="#2a211c" d="M${mesh[234]!.x} ${nose.y} L${mesh[454]!.x} ${nose.y} L${chin.x + 0.3 * box.width} ${chin.y} L${chin.x - 0.3 * box.width} ${chin.y}"/>`
  expect((await withDrawing(beard)).beard).toBe(true)
  const half = `<rect x="${box.x}" y="${box.y}" width="${mesh[1]!.x - box.x}" height="${box.height}"`
  const lock = await withDrawing(
    `<rect x="${box.x}" y="${box.y}" width="${mesh[1]!.x - box.x}" height="${nose.y - box.y}" fill="#1c1512"/>`,
  )
  expect(lock.uneven).toBeGreaterThan(0.75)
  const lamp = await withDrawing(`${half} fill="#2040ff" opacity="0.3"/>`)
  expect(lamp.hues).toBeGreaterThan(17)
})

it('measures shade, light from one side and blur', async () => {
  const dark = await sharp(photo.data, raw(photo)).linear(0.2, 0).raw().toBuffer()
  expect(measureView({ ...photo, data: dark }, face).light).toBeLessThan(40)
  const { box, mesh } = face
  const shade = await withDrawing(
    `<rect x="${box.x}" y="${box.y}" width="${mesh[1]!.x - box.x}" height="${box.height}" opacity="0.6"/>`,
  )
  expect(shade.side).toBeLessThan(-1)
  const soft = await sharp(photo.data, raw(photo))
    .blur(0.02 * box.width)
    .raw()
    .toBuffer()
  expect(measureView({ ...photo, data: soft }, face).blur).toBeGreaterThan(1.45)
})
