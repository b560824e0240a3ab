import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson, PASSWORD } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const { account, civitImages, civitModelVersions, creators } = api

test('what somebody published is gone with their account, before its deletion is done', async () => {
  const ada = await newPerson(app)
  const { image, model, creator } = await insertPublications(app.db.kysely, ada.id)
  const read = () => [
    app.call(civitImages.detail, { params: { id: image } }),
    app.call(civitModelVersions.detail, { params: { id: model } }),
    app.call(creators.detail, { params: { id: creator } }),
  ]
  await Promise.all(read())
  await ada.call(account.remove, { body: { password: PASSWORD } })
  const gone = { status: 'rejected', reason: { status: 404 } }
  expect(await Promise.allSettled(read())).toMatchObject([gone, gone, gone])
})
