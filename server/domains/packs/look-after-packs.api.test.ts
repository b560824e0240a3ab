import { afterAll, beforeAll, expect, it } from 'vitest'
import { showPictures } from '#brands/index.ts'
import { api } from '#contract/index.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { owner, packInput, refusal, startPacks } from './testing/pack-app.ts'

const { adminPacks, photoPacks } = api

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  ;({ app } = await startPacks())
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

const find = async (id: string) => {
  const { results } = await admin.call(adminPacks.list, { query: { limit: '100' } })
  return results.find((pack) => pack.id === id)
}
const seen = async (id: string) => {
  const { results } = await app.call(photoPacks.list, { query: { limit: '100' } })
  return results.find((pack) => pack.id === id)?.title
}

/** A pack that was published, changed and published again. */
async function publishedTwice(): Promise<string> {
  const { id } = await admin.call(photoPacks.create, { body: packInput({ title: 'First' }) })
  const params = { id }
  await admin.call(photoPacks.publish, { params, body: {} })
  await admin.call(photoPacks.update, { params, body: { title: 'Second' } })
  expect(await find(id)).toMatchObject({ title: 'First', version: 1, draft: 2 })
  expect(await seen(id)).toBe('First')
  await admin.call(photoPacks.publish, { params, body: {} })
  return id
}

it('lists what came with the app and what was submitted, no drafts', async () => {
  const ada = await owner(app)
  const { id } = await ada.call(photoPacks.create, { body: packInput({ title: 'Mine' }) })
  expect(await find(id)).toBeUndefined()
  await ada.call(photoPacks.publish, { params: { id }, body: {} })
  expect(await find(id)).toMatchObject({ state: 'offered', author: ada.email, version: null })
  const { results } = await admin.call(adminPacks.list, { query: {} })
  expect(results).toHaveLength(11)
})

it('goes back to the version before, and by the next press to the one after it', async () => {
  const id = await publishedTwice()
  const params = { id }
  expect(await find(id)).toMatchObject({ title: 'Second', version: 2, can_undo: true })
  const undone = await admin.call(adminPacks.undo, { params, body: { version: 2 } })
  expect(undone).toMatchObject({ title: 'First', version: 1, can_undo: true })
  expect(await seen(id)).toBe('First')
  expect(
    await refusal(admin.call(adminPacks.undo, { params, body: { version: 2 } })),
  ).toMatchObject({ code: 'conflict' })
  await admin.call(adminPacks.undo, { params, body: { version: 1 } })
  expect(await seen(id)).toBe('Second')
})

it('a version that another one replaced meanwhile is neither changed nor published', async () => {
  const { id, version } = await admin.call(photoPacks.create, { body: packInput() })
  const params = { id }
  const rename = (title: string) =>
    admin.call(photoPacks.update, { params, body: { title, version } })
  const both = await Promise.allSettled([rename('Mine'), rename('Theirs')])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const late = admin.call(photoPacks.publish, { params, body: { version } })
  expect(await refusal(late)).toMatchObject({ code: 'conflict' })
  const now = await admin.call(photoPacks.detail, { params })
  await admin.call(photoPacks.publish, { params, body: { version: now.version } })
  expect(await seen(id)).toBe(now.title)
})

it('withdraws a pack and offers it again, each once and in the log', async () => {
  const id = await publishedTwice()
  const params = { id }
  const body = { version: 2 }
  const both = await Promise.allSettled([
    admin.call(adminPacks.withdraw, { params, body }),
    admin.call(adminPacks.withdraw, { params, body }),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await seen(id)).toBeUndefined()
  expect(await admin.call(adminPacks.restore, { params, body })).toMatchObject({
    state: 'published',
  })
  expect(await seen(id)).toBe('Second')
  const { results } = await admin.call(api.admin.audit, { query: {} })
  const acts = results.filter(({ subject }) => subject === id).map(({ action }) => action)
  expect(acts).toEqual(['pack_restored', 'pack_withdrawn', 'pack_published', 'pack_published'])
})

it('describes a cover that was replaced in the language of the request', async () => {
  const { results } = await app.call(photoPacks.list, { query: {} })
  const { id, samples } = results.find((pack) => pack.samples.length > 0)!
  const src = '/site-picture/own.webp'
  showPictures({ [samples[0]!.url.slice(1)]: { src, alt: { en: 'A fox', es: 'Un zorro' } } })
  try {
    for (const [language, alt] of [
      ['en', 'A fox'],
      ['es', 'Un zorro'],
    ] as const) {
      const headers = { 'accept-language': language }
      const detail = await app.call(photoPacks.detail, { params: { id } }, { headers })
      expect(detail.samples[0]).toEqual({ url: src, alt })
      const list = await app.call(photoPacks.list, { query: {} }, { headers })
      const listed = list.results.find((pack) => pack.id === id)
      expect(listed?.samples[0]).toEqual({ url: src, alt })
    }
  } finally {
    showPictures({})
  }
})
