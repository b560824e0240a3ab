import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { SMALL, submit } from '#tests/support/generation.ts'
import { documentOf, newProject } from '#tests/support/editor-projects.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const A_MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  const engine = createScriptedEngine()
  app = await startTestApp({
    overrides: { engines: [engine], classifier: engine, readingLimit: A_MINUTE },
  })
})
afterAll(() => app.dispose())

const { num_images: _one, ...request } = { type: 'TTI' as const, ...SMALL }
/** A hundred cells: of one prompt, or each of its own. */
const gridOf = (prompt: string, words: boolean) => {
  const seeds = Array.from({ length: 10 }, (_, seed) => seed)
  const texts = (from: string) => seeds.map((seed) => `${from}${seed}`)
  return {
    request: { ...request, prompt: `qq ww ${prompt}` },
    x: words
      ? { of: 'prompt' as const, find: 'qq', values: texts('x') }
      : { of: 'seed' as const, values: seeds },
    y: words
      ? { of: 'prompt' as const, find: 'ww', values: texts('y') }
      : { of: 'steps' as const, values: seeds.map((step) => step + 1) },
  }
}

test('a grid of one long prompt is read once; one of a hundred long prompts is refused before it is read', async () => {
  const ada = await newPerson(app)
  const quote = (body: ReturnType<typeof gridOf>) => ada.call(api.quotes.create, { body })
  const long = 'a red fox in the snow, '.repeat(80)
  expect(await quote(gridOf(long, false))).toMatchObject({ cost: 100 })
  await expect(quote(gridOf(long, true))).rejects.toMatchObject({
    status: 400,
    body: { prompt: [expect.stringContaining('too long together')] },
  })
  const jobs = Array.from({ length: 30 }, (_, at) => ({
    ...request,
    prompt: `${at} ${'[fox|owl]'.repeat(50)}`,
    steps: 100,
  }))
  await expect(ada.call(api.quotes.create, { body: { jobs } })).rejects.toMatchObject({
    status: 400,
    body: { jobs: [expect.stringContaining('too long together')] },
  })
  // What was refused has not been counted, and short prompts are ordered as before.
  expect(await quote(gridOf('a fox', true))).toMatchObject({ cost: 100 })
})

test('what one person may have read in a minute is limited, and nobody else is', async () => {
  const [bob, eve] = [await newPerson(app), await newPerson(app)]
  const grid = gridOf('a red fox in the snow, '.repeat(20), true)
  const quote = () => bob.call(api.quotes.create, { body: grid })
  await quote()
  const refused = await quote().catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 429, code: 'throttled' })
  expect(await submit(eve)).toMatchObject({ status: 'P' })
})

test('documents of the editor are counted by themselves, each person for themselves', async () => {
  const save = async () => {
    const person = await newPerson(app)
    const { id, asset, file } = await newProject(person)
    const points = Array.from({ length: 1200 }, (_, x) => ({ x, y: 1 }))
    const selection = [{ kind: 'lasso' as const, erase: false, points }]
    const base = { asset, width: 64, height: 64, texts: [], selection }
    return (feather: number, revision: number) =>
      person.call(api.editorProjects.save, {
        params: { id },
        body: {
          revision,
          document: documentOf(asset, { base, feather }),
          files: { [asset]: file },
          preview: null,
        },
      })
  }
  const [bob, eve] = [await save(), await save()]
  // About 20 kB each.
  const answers: unknown[] = []
  for (let saved = 0; saved < 4; saved += 1)
    answers.push(await bob(saved, saved + 1).catch((error: unknown) => error))
  expect(answers[0]).toMatchObject({ revision: 2 })
  expect(answers.at(-1)).toMatchObject({ status: 429, code: 'throttled' })
  expect((await eve(0, 1)).revision).toBe(2)
})
