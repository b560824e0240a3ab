import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImageRequest } from '#lib/engine-spec/index.ts'
import { drawPictures } from './draw-pictures.ts'
import { loadModel } from './loaded-model.ts'
import type { CompanionKind, GuidedPicture } from './model-companion.ts'
import { hashModel } from './model/model-hash.ts'
import type { Vector } from './samplers/vector.ts'

const LED_TO = 0.25
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'companion-'))
  await cp('tests/fixtures/tiny-sd', folder, { recursive: true })
  await writeFile(path.join(folder, 'model.json'), '{"companion": "teacher"}')
})
afterAll(() => rm(folder, { recursive: true }))

/** Leads every drawing to the same latents, and notes what it is asked. */
function createTeacher() {
  const asked = { prompts: [] as string[], pictures: [] as GuidedPicture[], scales: [] as number[] }
  const teacher: CompanionKind = {
    weightFiles: async () => ['lesson.bin'],
    load: async () => ({
      enlarger: null,
      async guide({ prompt }) {
        asked.prompts.push(prompt)
        const guide = {
          async guidePicture(picture: GuidedPicture) {
            asked.pictures.push(picture)
            return {
              neighbours: new Float32Array(),
              drawnAfter: [],
              temper: (scale: number) => asked.scales.push(scale),
              lead: () => async (x: Vector) => x.map(() => LED_TO),
            }
          },
        }
        return { at: () => guide }
      },
      release: async () => undefined,
    }),
  }
  return { asked, companions: { teacher } }
}

test('a companion guides the images of the folder that names it, once an image', async () => {
  const { asked, companions } = createTeacher()
  const model = await loadModel({ modelDir: folder, cacheDir: folder, threads: 1 }, companions)
  const decoded: Float32Array[] = []
  const decode: typeof model.networks.decode = async (latents, size) => {
    decoded.push(latents)
    return model.networks.decode(latents, size)
  }
  const request: ImageRequest = {
    type: 'TTI',
    model: 'any',
    prompt: 'a fox',
    negativePrompt: '',
    width: 64,
    height: 64,
    indexes: [0, 1],
    seed: 7,
    steps: 4,
    guidanceScale: 3,
    sampler: 'Euler',
    loras: [],
  }
  const hooks = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onImage: () => undefined,
  }
  await drawPictures({ ...model, networks: { ...model.networks, decode } }, request, hooks)
  await model.release()
  expect(asked.prompts).toEqual(['a fox'])
  expect(asked.pictures).toMatchObject([
    { seed: 7, size: { width: 8, height: 8 }, source: null },
    { seed: 8, size: { width: 8, height: 8 }, source: null },
  ])
  expect(asked.scales).toEqual([3, 3])
  for (const latents of decoded) for (const value of latents) expect(value).toBeCloseTo(LED_TO, 6)
})

test('a folder whose companion the engine does not have is refused by its name', async () => {
  await expect(
    loadModel({ modelDir: folder, cacheDir: folder, threads: 1 }, {}),
  ).rejects.toMatchObject({
    code: 'model_broken',
    message: `Model file ${folder}: needs the companion teacher, which this engine does not have`,
  })
})

test("the companion's files count for what a model is known by", async () => {
  const { companions } = createTeacher()
  await writeFile(path.join(folder, 'lesson.bin'), 'one')
  const before = await hashModel(folder, companions)
  await writeFile(path.join(folder, 'lesson.bin'), 'another')
  expect(await hashModel(folder, companions)).not.toBe(before)
})
