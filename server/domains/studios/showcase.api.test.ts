import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { photo, refusal, startStudios } from './testing/studio-app.ts'

let studios: Awaited<ReturnType<typeof startStudios>>
let app: TestApp
beforeAll(async () => {
  studios = await startStudios()
  ;({ app } = studios)
})
afterAll(() => app.dispose())

test('a public studio is put there once, and everybody uses its model and nothing else of it', async () => {
  const [staff, ada] = [await studios.owner(), await studios.owner()]
  const { models } = await ada.call(api.loraTrainings.options, {})
  const showcase = {
    name: 'Barnaby Bear',
    kind: 'object' as const,
    model: models[0]!.id,
    photos: [await photo(1), await photo(2)],
    file: Buffer.from('a LoRA'),
    steps: 500,
    seconds: 128,
    curve: [{ step: 500, loss: 0.03 }],
  }
  const put = () => app.context.studios.seedShowcase(staff.id, showcase)
  expect(await put()).toBe(true)
  expect(await put()).toBe(false)
  const { results } = await ada.call(api.loraTrainings.showcase, { query: {} })
  expect(results).toHaveLength(1)
  const [shown] = results
  expect(shown).toMatchObject({ project_name: 'Barnaby Bear', is_own: false, cost: 0 })
  expect(shown!.lora_training_images).toHaveLength(2)
  const name = shown!.created_model_version!
  expect(await app.context.studios.findLoras(ada.id, [name])).toMatchObject([{ id: name }])
  expect((await app.context.studios.readLora(ada.id, name))!.file).toEqual(showcase.file)
  const params = { id: shown!.id }
  for (const call of [
    () => ada.call(api.loraTrainings.detail, { params }),
    () => ada.call(api.loraTrainings.download, { params }),
    () => ada.call(api.loraTrainings.remove, { params }),
  ]) {
    expect(await refusal(call())).toMatchObject({ status: 404 })
  }
  const missing = app.context.studios.seedShowcase(staff.id, {
    ...showcase,
    name: 'Other',
    model: 'nobody-trains-it',
  })
  await expect(missing).rejects.toMatchObject({ code: 'unavailable' })
})
