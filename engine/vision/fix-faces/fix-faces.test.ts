import { type InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { photographFile } from '#scripts/support/photographs.ts'
import { insideFace, lightOf, overshoot } from '#tests/bench/quality/photos/detail.ts'
import { similarityOf } from '#tests/support/similarity.ts'
import { describeFace } from '../faces/describe-face.ts'
import type { Face } from '../faces/face.ts'
import { findFaces } from '../faces/find-faces.ts'
import { createToolNetworks, type ToolNetworks } from '../networks.ts'
import { decodePicture, type DecodedPicture } from '../pictures/decode-picture.ts'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import type { UpscalerNetwork } from '../upscale/upscaler.ts'
import { fixFaces } from './fix-faces.ts'
import { detailOf, type LightPlane, measureSoftness } from '../faces/measure-softness.ts'
import { sharpen } from './sharpen.ts'

/** A dark bar on a lighter ground, blurred by a bell and with noise, the same each time. */
async function bar(
  blur: number,
  noise: number,
  { ground = '#bbb', dark = '#444' } = {},
): Promise<LightPlane> {
  const [width, height] = [96, 64]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/><rect x="30" y="12" width="36" height="40" fill="${dark}"/></svg>`
  const drawn = sharp(Buffer.from(svg)).removeAlpha().greyscale()
  const data = await (blur > 0 ? drawn.blur(blur) : drawn).raw().toBuffer()
  let state = 1
  const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647 - 0.5
  const values = Float32Array.from(
    { length: width * height },
    (_, at) => data[at]! + noise * Math.sqrt(12 / 4) * (random() + random() + random() + random()),
  )
  return { values, width, height }
}

describe('softness', () => {
  it('is measured, blur apart from noise', async () => {
    for (const blur of [1.5, 2.5, 4]) {
      const found = measureSoftness(await bar(blur, 0))
      expect(found.blur / blur).toBeGreaterThan(0.75)
      expect(found.blur / blur).toBeLessThan(1.3)
      expect(found.noise).toBeLessThan(1)
    }
    for (const noise of [4, 9]) {
      const found = measureSoftness(await bar(0.8, noise))
      expect(found.noise / noise).toBeGreaterThan(0.7)
      expect(found.noise / noise).toBeLessThan(1.3)
    }
  })

  it('is taken from edges within a bound beyond their surroundings, and even areas stay', async () => {
    const soft = await bar(2.5, 0)
    const more = sharpen(soft, soft, 2.5, 0)
    const values = soft.values.map((value, at) => value + more[at]!)
    expect(detailOf({ ...soft, values }) / detailOf(soft)).toBeGreaterThan(1.6)
    const [least, most] = [Math.min(...soft.values), Math.max(...soft.values)]
    expect(Math.min(...values)).toBeGreaterThan(least - 9)
    expect(Math.max(...values)).toBeLessThan(most + 9)
    expect(Math.abs(more[3 * 96 + 3]!)).toBeLessThan(0.01)
    const grainy = await bar(2.5, 3)
    const grown = sharpen(grainy, grainy, 2.5, 3)
    // Ground, far from the bar.
    for (let x = 4; x < 16; x++) expect(Math.abs(grown[30 * 96 + x]!)).toBeLessThan(3)
  })
})

describe('a pale face', () => {
  it('gains as much as one of strong contrast', async () => {
    const gainOf = async (colours: { ground: string; dark: string }): Promise<number> => {
      const soft = await bar(2.5, 0, colours)
      const more = sharpen(soft, soft, 2.5, 0)
      const values = soft.values.map((value, at) => value + more[at]!)
      return detailOf({ ...soft, values }) / detailOf(soft)
    }
    expect(await gainOf({ ground: '#999', dark: '#717171' })).toBeGreaterThan(1.6)
  })
})

describe('fixing a face', () => {
  let networks: ToolNetworks
  let soft: DecodedPicture
  let face: Face

  beforeAll(async () => {
    networks = createToolNetworks(1)
    const small = await sharp(photographFile('portrait-smiling')).resize(100).toBuffer()
    const file = await sharp(small).resize(400, null, { kernel: 'cubic' }).jpeg().toBuffer()
    soft = await decodePicture(file, 4_000_000)
    face = (await findFaces(await networks.faces(), soft))[0]!
  })

  it('brings detail back, keeps whose face it is and everything else', async () => {
    const identity = await networks.identity()
    const person = await describeFace(identity, soft, face)
    const before = Uint8Array.from(soft.data)
    const fixed = { ...soft, data: Uint8Array.from(soft.data) }
    const own = { upscaler: await networks.photoUpscaler(), identity }
    const never = new AbortController().signal
    const [gain] = await fixFaces(own, fixed, [face], () => undefined, never)
    expect(gain).toBeGreaterThan(1.6)
    const found = (await findFaces(await networks.faces(), fixed))[0]!
    expect(similarityOf(person, await describeFace(identity, fixed, found))).toBeGreaterThan(0.93)
    const { box } = face
    const [old, now, inside] = [lightOf(soft), lightOf(fixed), insideFace(box)]
    expect(overshoot(now, old, soft, inside, { reach: 5, by: 10 })).toBeLessThan(0.005)
    for (let at = 0; at < before.length; at += 3) {
      const [x, y] = [(at / 3) % soft.width, Math.floor(at / 3 / soft.width)]
      const isNear =
        Math.abs(x - box.x - box.width / 2) < 0.8 * Math.max(box.width, box.height) &&
        Math.abs(y - box.y - box.height / 2) < 0.8 * Math.max(box.width, box.height)
      if (!isNear && fixed.data[at] !== before[at]) throw new Error(`Changed at ${x}, ${y}`)
    }
  }, 60_000)

  it('takes back all that makes the face look like somebody else', async () => {
    const black: UpscalerNetwork = {
      ...(await networks.photoUpscaler()),
      own: null,
      session: answering('picture', ({ dims: [, , height, width] }) => {
        const size = [1, 3, 4 * height!, 4 * width!]
        return new Tensor('float32', new Float32Array(48 * height! * width!), size)
      }),
    }
    // Each description is at a right angle to the one before.
    let calls = 0
    const stranger = answering('input', () => {
      const numbers = new Float32Array(512)
      numbers[calls++] = 1
      return new Tensor('float32', numbers, [1, 512])
    })
    const fixed = { ...soft, data: Uint8Array.from(soft.data) }
    const own = { upscaler: black, identity: stranger }
    const never = new AbortController().signal
    expect(await fixFaces(own, fixed, [face], () => undefined, never)).toEqual([1])
    expect(calls).toBeGreaterThan(2)
    expect(Buffer.compare(fixed.data, soft.data)).toBe(0)
  }, 60_000)
})

/** A network of one input that answers with what `answer` says. */
function answering(input: string, answer: (fed: Tensor) => Tensor): OnnxSession {
  const run = async (feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> => ({
    output: answer(feeds[input]!),
  })
  return {
    session: { run } as unknown as InferenceSession,
    inputs: [{ name: input, isTensor: true, type: 'float32', shape: [] }],
    otherNames: {},
    outputNames: ['output'],
  }
}
