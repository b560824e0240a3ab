import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { wordingsToPass, wordingsToRefuse } from '#server/domains/moderation/likeness-cases.ts'
import { trained } from '#server/domains/packs/testing/pack-app.ts'
import { refusal } from '#server/domains/studios/testing/studio-app.ts'
import { type ScriptedEngine, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  isEnded,
  startGenerationApp,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let photo: string
let training: string

const CREDITS = 4000

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp({
    capabilities: { features: ['negative_prompt', 'image_to_image', 'inpaint', 'refine', 'loras'] },
  }))
  engine.image.fitLoras = async (_model, ids) =>
    ids.map((id) => ({ id, hash: '', problem: `There is no LoRA named "${id}".` }))
  engine.faces = [scriptedFace()]
  ada = await newPerson(app, { plan: 'pro', credits: CREDITS })
  photo = (await upload(ada, await makePng(80, 64))).id
  training = await trained(app, ada)
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
})

const drawing = { width: 80, height: 64, num_images: 1 }

/** All that takes words and shows somebody real: by the face in its photo, or by the model of a person. */
const TAKES_WORDS: Record<string, (prompt: string) => GenerationRequestInput> = {
  'image to image': (prompt) => ({ ...drawing, type: 'ITI', image: photo, prompt }),
  repaint: (prompt) => ({ ...drawing, type: 'ITI', image: photo, mask: photo, prompt }),
  'edit by words': (prompt) => ({ type: 'EDI', images: [photo], prompt }),
  workflow: (prompt) => ({ type: 'OTR', image: photo, prompt }),
  'replace background': (prompt) => ({ type: 'RPB', image: photo, prompt }),
  'detail pass': (prompt) => ({ type: 'AD', image: photo, prompt }),
  'upscale by prompt': (prompt) => ({ type: 'UIT', image: photo, scale: 2, prompt }),
  'pack shot': (prompt) => ({
    type: 'PPS',
    training,
    prompt: `{subject}, ${prompt}`,
    width: 80,
    height: 64,
  }),
  video: (prompt) => ({ type: 'VID', provider: 'BUILT_IN', image: photo, prompt }),
}
const TOOLS = Object.keys(TAKES_WORDS)

const order = (body: GenerationRequestInput) => ada.call(api.inferenceJobs.create, { body })

/** The words of one tool: each wording comes to one of them, and each of them gets several. */
const shareOf = (tool: string, wordings: readonly string[]) =>
  wordings.filter((_, at) => at % TOOLS.length === TOOLS.indexOf(tool))

test('there are sixty of both, and at least five for each tool', () => {
  for (const wordings of [wordingsToRefuse(), wordingsToPass()]) {
    expect(new Set(wordings).size).toBeGreaterThanOrEqual(60)
    for (const tool of TOOLS) expect(shareOf(tool, wordings).length).toBeGreaterThanOrEqual(5)
  }
})

test.each(TOOLS)(
  '%s: words that undress or sexualise are refused, and nothing is charged',
  async (tool) => {
    const begun = engine.starts.length + engine.toolStarts.length
    const passed: string[] = []
    for (const words of shareOf(tool, wordingsToRefuse())) {
      const { status, cost } = await order(TAKES_WORDS[tool]!(words))
      expect(cost).toMatchObject({ held: 0, captured: 0 })
      if (status !== 'B') passed.push(words)
    }
    expect(passed).toEqual([])
    expect(await balanceOf(ada)).toEqual({ credits: CREDITS, credits_held: 0 })
    expect(engine.starts.length + engine.toolStarts.length).toBe(begun)
  },
)

test('a face swap, avatars and headshots take no words', async () => {
  const [words = ''] = wordingsToRefuse()
  const bodies = [
    { type: 'FS', source_image: photo, target_image: photo, consent: true },
    { type: 'ISI', image: photo, styles: ['plain'] },
    { type: 'PHS', image: photo, backgrounds: ['gray'] },
  ] as const
  for (const body of bodies)
    for (const field of ['prompt', 'negative_prompt'])
      expect(await refusal(order({ ...body, [field]: words } as never))).toMatchObject({
        status: 400,
        body: { [field]: ['Unknown field.'] },
      })
})

const studio = (name: string) =>
  ada.call(api.loraTrainings.create, {
    body: { project_name: name, object_type: 'person', consent: { subject: 'self' } },
  })

test("a training's samples: no studio of a person is named so", async () => {
  for (const words of wordingsToRefuse().filter((_, at) => at % 4 === 0))
    expect(await refusal(studio(words)), words).toMatchObject({
      status: 400,
      body: { project_name: [expect.any(String)] },
    })
})

test.each(TOOLS)('%s: what people ask for every day passes', async (tool) => {
  const refused: string[] = []
  for (const words of shareOf(tool, wordingsToPass())) {
    const job = await order(TAKES_WORDS[tool]!(words))
    if (job.status === 'B') refused.push(words)
    else if (!isEnded(job)) await cancel(ada, job)
  }
  expect(refused).toEqual([])
})

test("a training's samples: studios of people have harmless names", async () => {
  const names = wordingsToPass().filter((_, at) => at % 8 === 0)
  for (const name of names) expect((await studio(name)).project_name).toBe(name)
})
