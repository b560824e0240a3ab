import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { distance, EDGE, rgb, setUpEasel, type Easel } from '#tests/support/easel.ts'
import type { LoadedModel } from '../../diffusion/loaded-model.ts'
import type { PictureGuidance, StepGuide } from '../../diffusion/model-companion.ts'
import type { Planes } from '../../diffusion/networks.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
let easel: Easel
beforeAll(async () => {
  easel = await setUpEasel('models/text-to-image')
})
afterAll(() => easel.dispose())

type Judge = (guidance: PictureGuidance, picture: Planes) => Promise<boolean>

/** The model, with another judge of what it drew. */
function judgedBy(judge: Judge): LoadedModel {
  const { companion } = easel.model
  const guides = new Map<StepGuide, StepGuide>()
  const watched = (guide: StepGuide): StepGuide => ({
    async guidePicture(picture) {
      const guidance = await guide.guidePicture(picture)
      return guidance && { ...guidance, showsMainThing: (drawn) => judge(guidance, drawn) }
    },
  })
  return {
    ...easel.model,
    companion: {
      ...companion!,
      async guide(prompt, steps) {
        const guide = await companion!.guide(prompt, steps)
        return (
          guide && {
            at(step) {
              const one = guide.at(step)
              if (!guides.has(one)) guides.set(one, watched(one))
              return guides.get(one)!
            },
          }
        )
      },
    },
  }
}

async function planesOf(file: Uint8Array): Promise<Planes> {
  const pixels = await rgb(file)
  const area = EDGE * EDGE
  const data = Float32Array.from(
    { length: 3 * area },
    (_, i) => pixels[3 * (i % area) + Math.floor(i / area)]! / 127.5 - 1,
  )
  return { data, width: EDGE, height: EDGE }
}

test('a drawing is judged by what is seen in it', async () => {
  const others: Planes[] = []
  for (const prompt of ['a banana', 'a bicycle', 'a tree', 'a cloud', 'an umbrella'])
    others.push(await planesOf((await easel.drawOne({ prompt, seed: 3 })).data))
  const empty = await planesOf(
    await sharp({ create: { width: EDGE, height: EDGE, channels: 3, background: '#4d8cff' } })
      .png()
      .toBuffer(),
  )
  const seen: boolean[] = []
  const judge: Judge = async ({ showsMainThing }, fox) => {
    for (const picture of [fox, empty, ...others]) seen.push(await showsMainThing!(picture))
    return true
  }
  await easel.drawOne({ prompt: 'a fox', seed: 3 }, judgedBy(judge))
  expect(seen.slice(0, 2)).toEqual([true, false])
  expect(seen.slice(2).filter((isFox) => !isFox).length).toBeGreaterThanOrEqual(4)
})

test('one without its main thing is drawn a second time, in another way, and then told of', async () => {
  const asked = { prompt: 'a fox', seed: 5 }
  const usual = await easel.drawOne(asked)
  expect(usual.lacksMainThing).toBeUndefined()
  let looks = 0
  const later = await easel.drawOne(
    asked,
    judgedBy(async () => ++looks > 1),
  )
  expect(looks).toBe(2)
  expect(later).toMatchObject({ seed: 5 })
  expect(later.lacksMainThing).toBeUndefined()
  expect(await distance(usual.data, later.data)).toBeGreaterThan(5)
  const never = await easel.drawOne(
    asked,
    judgedBy(async () => false),
  )
  expect(never.lacksMainThing).toBe(true)
  expect(await distance(later.data, never.data)).toBe(0)
})
