import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let image: string
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
  image = (await upload(ada, await makePng(80, 64))).id
})

const order = (mask: string) =>
  ada.call(api.inferenceJobs.create, { body: { type: 'RO', image, mask } })

test('the mask reaches the engine as it was painted', async () => {
  const painted = await makePng(80, 64, { noise: 4 })
  const mask = (await upload(ada, painted)).id
  const job = await waitForEnd(ada, await order(mask))
  expect(job).toMatchObject({ status: 'S', parameters: { image, mask, width: 80, height: 64 } })
  const begun = engine.toolStarts.at(-1)!
  expect(begun).toMatchObject({ tool: 'remove_object' })
  if (begun.tool !== 'remove_object') throw new Error('Another tool was begun')
  expect(begun.mask).not.toEqual(begun.image)
})

test('a mask of another size, of somebody else or that was made here is refused unpaid', async () => {
  const small = (await upload(ada, await makePng(79, 64))).id
  const wrong = order(small)
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    body: { mask: ['Ensure the mask has the size of the image: 80 x 64 pixels, not 79 x 64.'] },
  })
  const eve = await newPerson(app)
  const foreign = (await upload(eve, await makePng(80, 64))).id
  await expect(order(foreign)).rejects.toMatchObject({
    status: 400,
    body: { mask: [expect.any(String)] },
  })
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
  const [made] = (await waitForEnd(ada, await submit(ada, { width: 80, height: 64 }))).images
  await expect(order(made!.id)).rejects.toMatchObject({
    status: 400,
    body: { mask: [expect.any(String)] },
  })
})
