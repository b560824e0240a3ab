import { beforeAll, expect, test } from 'vitest'
import { readPhotograph } from '#scripts/support/photographs.ts'
import type { Face } from '../faces/face.ts'
import { findFaces } from '../faces/find-faces.ts'
import { createToolNetworks } from '../networks.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { maskFace } from './face-mask.ts'
import { judgeSwap } from './judge-swap.ts'
import { swapFace } from './swap-face.ts'

const networks = createToolNetworks(1)
let source: RgbPicture
let before: RgbPicture
let sourceFace: Face
let targetFace: Face

const copy = (picture: RgbPicture): RgbPicture => ({
  ...picture,
  data: Uint8Array.from(picture.data),
})
const judge = (after: RgbPicture) =>
  judgeSwap(networks, { source, sourceFace, before, targetFace, after })

beforeAll(async () => {
  source = await readPhotograph('portrait-stern')
  before = await readPhotograph('portrait-smiling')
  const faces = await networks.faces()
  sourceFace = (await findFaces(faces, source))[0]!
  targetFace = (await findFaces(faces, before))[0]!
}, 60_000)

test('a swap that shows the wanted person may be delivered, and one that changed nothing may not', async () => {
  // In dimmer light, as another photograph of the same person.
  const dim = { ...before, data: before.data.map((value) => Math.round(0.85 * value)) }
  const after = copy(dim)
  const { kept } = swapFace(before, targetFace, after, targetFace)
  const same = { source: before, sourceFace: targetFace, before: dim, targetFace, after }
  expect(await judgeSwap(networks, { ...same, kept })).toBeNull()
  // Another person, whose head is held nearly alike.
  const other = copy(source)
  const swap = swapFace(before, targetFace, other, sourceFace)
  const apart = { source: before, sourceFace: targetFace, before: source, targetFace: sourceFace }
  expect(await judgeSwap(networks, { ...apart, after: other, kept: swap.kept })).toBeNull()
  // An eye of which a quarter stayed is torn.
  const torn = { feature: 0.25, whole: 0.05 }
  expect(await judgeSwap(networks, { ...same, kept: torn })).toMatchObject({
    problem: 'torn',
    said: expect.stringMatching(/^25 % of an eye/),
  })
  expect(await judge(copy(before))).toMatchObject({
    problem: 'unlike',
    said: expect.stringMatching(/^likeness/),
  })
})

test('a face of another colour and one with a hard border may not', async () => {
  const { region, values } = maskFace(targetFace)
  const change = (how: (colour: number, channel: number, share: number) => number): RgbPicture => {
    const after = copy(before)
    swapFace(source, sourceFace, after, targetFace)
    for (const [place, share] of values.entries()) {
      if (share === 0) continue
      const x = region.x + (place % region.width)
      const y = region.y + Math.floor(place / region.width)
      const at = 3 * (y * after.width + x)
      for (let c = 0; c < 3; c++)
        after.data[at + c] = Math.min(255, Math.max(0, how(after.data[at + c]!, c, share)))
    }
    return after
  }
  expect(
    await judge(change((colour, c, share) => colour + (c === 2 ? 45 * share : 0))),
  ).toMatchObject({ problem: 'light', said: expect.stringMatching(/^the colour/) })
  let place = 0
  const jagged = change((colour, _, share) => colour + (share < 0.6 && place++ % 4 < 2 ? 90 : 0))
  expect(await judge(jagged)).toMatchObject({
    problem: 'border',
    said: expect.stringMatching(/^edges/),
  })
})
