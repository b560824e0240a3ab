import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { killPrograms } from '#tests/support/run-program.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { killAt } from '../testing/kill-at.ts'
import { begin, finish, lora, send, uploaded } from './testing/upload-calls.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  killPrograms()
  await app.dispose()
})

const modelsOf = async ({ id }: TestPerson): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`
    select model.state from community_models model
    join community_creators creator on creator.id = model.creator_id
    where creator.user_id = ${id}`.execute(app.db.kysely)
  return rows.map(({ state }) => state)
}

/** A step of the publication each, in their order. */
const STEPS = ['community_models', 'community_model_files', 'audit_log']

test.each(STEPS.map((table, place) => ({ table, file: lora(7 + place) })))(
  'killed at $table while a model is published, nothing of it is there, and its file is published at the next try',
  async ({ table, file }) => {
    const ada = await newPerson(app)
    const body = {
      name: 'Paper cut-outs',
      trained_words: ['papercut'],
      no_person: true as const,
      base_model: 'SD 1.5',
      upload: await uploaded(ada, file),
    }
    const { method, path } = api.modelPublishing.publish
    await killAt(app, table, { by: ada, method, path, body })
    await expect.poll(() => modelsOf(ada)).toEqual([])
    const made = await ada.call(api.modelPublishing.publish, { body })
    expect(made).toMatchObject({ state: 'scanning', versions: 1 })
    expect(await modelsOf(ada)).toEqual(['scanning'])
  },
)

test('killed while an upload is put together, it is put together at the next try', async () => {
  const ada = await newPerson(app)
  const file = lora(6)
  const { id } = await begin(ada, file)
  await send(ada, id, file)
  const { method, path } = api.modelPublishing.finishUpload
  await killAt(app, 'community_model_uploads', {
    by: ada,
    method,
    path: path.replace(':id', id),
    body: {},
  })
  expect(await finish(ada, id)).toMatchObject({ id, state: 'finished' })
})
