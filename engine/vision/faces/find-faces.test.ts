import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPhotograph } from '#scripts/support/photographs.ts'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import { createToolNetworks } from '../networks.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { describeFace } from './describe-face.ts'
import { estimateAge } from './estimate-age.ts'
import { looksYoung } from '#lib/engine-spec/index.ts'
import { similarityOf } from '#tests/support/similarity.ts'
import { type FaceNetworks, findFaces } from './find-faces.ts'

/** The portrait, changed by sharp. */
async function portrait(change: (image: Sharp) => Sharp): Promise<RgbPicture> {
  const { data, width, height } = await readPhotograph('astronaut')
  const changed = await change(sharp(data, { raw: { width, height, channels: 3 } }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: changed.data, width: changed.info.width, height: changed.info.height }
}

describe('faces', () => {
  let networks: FaceNetworks
  let identity: OnnxSession

  beforeAll(async () => {
    const tools = createToolNetworks(1)
    networks = await tools.faces()
    identity = await tools.identity()
  })

  it('are found where they are, and nowhere in pictures of a cat and a cup', async () => {
    const faces = await findFaces(networks, await readPhotograph('astronaut'))
    expect(faces).toHaveLength(1)
    const { box, certainty, yaw, roll, mesh } = faces[0]!
    // Eyes, chin and ears of Eileen Collins, read off the photograph.
    expect(box.x).toBeGreaterThan(165)
    expect(box.x + box.width).toBeLessThan(285)
    expect(box.y).toBeGreaterThan(60)
    expect(box.y + box.height).toBeLessThan(190)
    expect(certainty).toBeGreaterThan(0.9)
    expect(Math.abs(yaw)).toBeLessThan(12)
    expect(Math.abs(roll)).toBeLessThan(10)
    expect(mesh).toHaveLength(468)
    expect(await findFaces(networks, await readPhotograph('chelsea'))).toEqual([])
    expect(await findFaces(networks, await readPhotograph('coffee'))).toEqual([])
  })

  it('are all found, small and leaning ones too', async () => {
    const whole = await portrait((image) => image)
    const raw = { width: whole.width, height: whole.height, channels: 3 as const }
    const leaning = await sharp(whole.data, { raw })
      .rotate(25, { background: '#888' })
      .png()
      .toBuffer()
    const small = await sharp(whole.data, { raw }).resize(220).png().toBuffer()
    const group = await sharp({
      create: { width: 1500, height: 1000, channels: 3, background: '#8a8d92' },
    })
      .composite([
        { input: leaning, left: 40, top: 40 },
        { input: small, left: 900, top: 500 },
        { input: small, left: 1200, top: 120 },
      ])
      .removeAlpha()
      .raw()
      .toBuffer()
    const faces = await findFaces(networks, { data: group, width: 1500, height: 1000 })
    expect(faces).toHaveLength(3)
    expect(Math.abs(faces[0]!.roll)).toBeGreaterThan(15)
  })

  it('of one person are alike in other light, size and compression; a mirror turns the angles', async () => {
    const first = await portrait((image) => image)
    const face = (await findFaces(networks, first))[0]!
    const own = await describeFace(identity, first, face)
    expect(Math.hypot(...own)).toBeCloseTo(1, 4)
    const changes = [
      await portrait((image) => image.modulate({ brightness: 0.6, saturation: 0.5 })),
      await portrait((image) => image.resize(300).blur(0.6)),
    ]
    for (const picture of changes) {
      const other = (await findFaces(networks, picture))[0]!
      expect(similarityOf(own, await describeFace(identity, picture, other))).toBeGreaterThan(0.75)
    }
    const mirrored = await portrait((image) => image.flop())
    const turned = (await findFaces(networks, mirrored))[0]!
    expect(turned.roll).toBeCloseTo(-face.roll, -1)
  })
})

describe('the age of a face', () => {
  it.each([
    ['astronaut', 20, 50],
    ['portrait-stern', 40, 75],
    ['self-portrait', 18, 45],
  ] as const)('of %s is about right, and is no reason to ask', async (name, least, most) => {
    const networks = createToolNetworks(1)
    const picture = await readPhotograph(name)
    const [face] = await findFaces(await networks.faces(), picture)
    const age = await estimateAge(await networks.age(), picture, face!)
    expect(age).toBeGreaterThan(least)
    expect(age).toBeLessThan(most)
    expect(looksYoung({ age })).toBe(false)
  })
})
