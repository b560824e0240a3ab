import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { photographFile, readPhotograph } from '#scripts/support/photographs.ts'
import { cutAroundPerson, enlargementFor } from '../avatars/around-person.ts'
import type { EngineImage } from '#lib/engine-spec/index.ts'
import { describeFace } from '../faces/describe-face.ts'
import { similarityOf } from '#tests/support/similarity.ts'
import { LANDMARKS, middleOf } from '../faces/face.ts'
import { findFaces } from '../faces/find-faces.ts'
import { HEADSHOT_SIZE } from '../limits.ts'
import { createToolNetworks, type ToolNetworks } from '../networks.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { runTool } from '../run-tool.ts'
import { HEADSHOT_BACKGROUNDS } from './backgrounds.ts'

const { width, height } = HEADSHOT_SIZE
const BACKGROUNDS = ['white', 'charcoal', 'office']

/** Mean colour of the upper corners, where nothing is but the background. */
function cornersOf({ data }: RgbPicture): number[] {
  const sums = [0, 0, 0]
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 40; x++)
      for (const column of [x, width - 1 - x])
        for (let c = 0; c < 3; c++) sums[c]! += data[3 * (y * width + column) + c]!
  return sums.map((sum) => sum / 3200)
}

/** The first row whose middle third is not as even as a background. */
function firstUnevenRow({ data }: RgbPicture): number {
  for (let y = 0; y < height; y++) {
    let [least, most] = [255, 0]
    for (let x = Math.round(width / 3); x < (2 * width) / 3; x++) {
      const value = data[3 * (y * width + x) + 1]!
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
    if (most - least > 40) return y
  }
  return height
}

describe('a headshot', () => {
  let networks: ToolNetworks
  const made = new Map<number, RgbPicture>()

  beforeAll(async () => {
    networks = createToolNetworks(1)
    const images: EngineImage[] = []
    await runTool(
      networks,
      {
        tool: 'take_headshots',
        image: await readFile(photographFile('astronaut')),
        backgrounds: BACKGROUNDS,
        framing: 'shoulders',
        indexes: [0, 1],
      },
      {
        signal: new AbortController().signal,
        onProgress: () => undefined,
        onImage: (image) => images.push(image),
      },
    )
    for (const { index, data } of images) made.set(index, await decodePicture(data, 4_000_000))
  }, 120_000)

  it('is made of what is asked for, in its size', () => {
    expect([...made.keys()]).toEqual([0, 1])
    for (const picture of made.values()) expect(picture).toMatchObject({ width, height })
  })

  it('shows the same person, in the middle and large', async () => {
    const before = await readPhotograph('astronaut')
    const faces = await networks.faces()
    const identity = await networks.identity()
    const own = await describeFace(identity, before, (await findFaces(faces, before))[0]!)
    for (const picture of made.values()) {
      const [face] = await findFaces(faces, picture)
      expect(similarityOf(own, await describeFace(identity, picture, face!))).toBeGreaterThan(0.8)
      expect(Math.abs(face!.box.x + face!.box.width / 2 - width / 2)).toBeLessThan(0.06 * width)
      expect(face!.box.height / height).toBeGreaterThan(0.28)
    }
  })

  it('keeps the crown, with room above it, and the eyes above the middle', async () => {
    for (const picture of made.values()) {
      const [face] = await findFaces(await networks.faces(), picture)
      const eyes = middleOf(face!.mesh, [...LANDMARKS.leftEye, ...LANDMARKS.rightEye]).y
      expect(eyes / height).toBeGreaterThan(0.33)
      expect(eyes / height).toBeLessThan(0.43)
      // The hair is dark, and both backgrounds are even: the first row in which something changes is the crown.
      const crown = firstUnevenRow(picture) / height
      expect(crown).toBeGreaterThan(0.06)
      expect(crown).toBeLessThan(0.12)
    }
  })

  it('has the background that was chosen, without what was there before', () => {
    for (const colour of cornersOf(made.get(0)!)) expect(colour).toBeGreaterThan(232)
    for (const colour of cornersOf(made.get(1)!)) expect(colour).toBeLessThan(70)
  })
})

it('the part around a person ends at the photograph, and is enlarged as far as is missing', async () => {
  const picture = { ...(await readPhotograph('astronaut')), opacity: null }
  const box = { x: 10, y: 4, width: 90, height: 120 }
  const cut = await cutAroundPerson(picture, { box } as never)
  expect(cut.width).toBeLessThanOrEqual(picture.width)
  expect(cut.height).toBeLessThanOrEqual(picture.height)
  expect([500, 390, 200, 140, 60].map((face) => enlargementFor(face, 440))).toEqual([
    null,
    null,
    3,
    4,
    4,
  ])
})

it('backgrounds have names of their own', () => {
  const ids = HEADSHOT_BACKGROUNDS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
