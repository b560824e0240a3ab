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

test('an administrator shows it under another name or not at all, and goes back by one press', async () => {
  const staff = await studios.owner()
  await app.context.accounts.setUser({ email: staff.email, admin: true })
  const { models } = await staff.call(api.loraTrainings.options, {})
  await app.context.studios.seedShowcase(staff.id, {
    name: 'Paper Boat',
    kind: 'object',
    model: models[0]!.id,
    photos: [await photo(3)],
    file: Buffer.from('a LoRA'),
    steps: 500,
    seconds: 128,
    curve: [{ step: 500, loss: 0.03 }],
  })
  const own = { name: 'Paper Boat', listed: true }
  const { results } = await staff.call(api.adminStudios.list, { query: {} })
  const studio = results.find(({ own_name: name }) => name === own.name)!
  expect(studio).toMatchObject({ ...own, can_undo: false, photos: [expect.any(String)] })
  const params = { id: studio.id }
  const names = async () => {
    const list = await app.call(api.loraTrainings.showcase, { query: {} })
    return list.results.map(({ project_name: name }) => name)
  }
  const change = (body: { name: string; listed: boolean }, insteadOf = own) =>
    staff.call(api.adminStudios.change, { params, body: { ...body, instead_of: insteadOf } })

  const renamed = { name: 'Boat of paper', listed: true }
  expect(await change(renamed)).toMatchObject({ ...renamed, can_undo: true })
  expect(await names()).toContain('Boat of paper')
  const found = async (search: string) => {
    const list = await app.call(api.loraTrainings.showcase, { query: { search } })
    return list.results.map(({ project_name: name }) => name)
  }
  expect(await found('boat of')).toEqual(['Boat of paper'])
  expect(await found('paper boat')).toEqual([])
  await expect(change({ name: 'Late', listed: true })).rejects.toMatchObject({ code: 'conflict' })
  const hidden = { name: 'Boat of paper', listed: false }
  await change(hidden, renamed)
  expect(await names()).not.toContain('Boat of paper')
  const undo = (insteadOf: typeof own) =>
    staff.call(api.adminStudios.undo, { params, body: { instead_of: insteadOf } })
  expect(await undo(hidden)).toMatchObject(renamed)
  expect(await undo(renamed)).toMatchObject(hidden)
  const { results: log } = await staff.call(api.admin.audit, { query: {} })
  expect(log.filter(({ subject }) => subject === studio.id)).toHaveLength(4)
})
