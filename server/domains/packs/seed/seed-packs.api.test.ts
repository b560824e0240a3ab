import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { SEED_PACKS } from './seed-packs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ overrides: { pages: false } })
})
afterAll(() => app.dispose())

test('each sample is there, and each shot without a subject has one', () => {
  const folder = new URL('../../../../web/public', import.meta.url)
  const urls = SEED_PACKS.flatMap(({ samples }) => samples.map(({ url }) => url))
  expect(urls.filter((url) => !existsSync(`${folder.pathname}${url}`))).toEqual([])
  const plain = SEED_PACKS.filter(({ subject }) => subject === 'none')
  expect(plain.map(({ samples }) => samples.map(({ alt }) => alt))).toEqual(
    plain.map(({ shots }) => shots.map(({ prompt }) => prompt)),
  )
})

test('the built-in engine can make every pack without a subject whole', async () => {
  const ada = await newPerson(app)
  const packs = SEED_PACKS.filter(({ subject }) => subject === 'none')
  expect(
    packs
      .map(({ kind }) => kind)
      .toSorted()
      .join(' '),
  ).toBe('photo photo video video video video')
  const quotes: string[] = []
  for (const kind of ['photo', 'video'] as const) {
    const { list } = kind === 'photo' ? api.photoPacks : api.videoPacks
    const { results } = await ada.call(list, { query: { subject: 'none' } })
    for (const { id, shot_count: shots, credits } of results) {
      const call = `${kind}_packs/${id}/run/`
      const quote = await ada.call(api.quotes.create, { body: { call, body: { training: null } } })
      quotes.push(`${shots} shots, ${quote.cost} and ${credits} credits`)
    }
  }
  expect(quotes).toEqual([
    ...Array.from({ length: 2 }, () => '12 shots, 12 and 12 credits'),
    ...Array.from({ length: 4 }, () => '10 shots, 20 and 20 credits'),
  ])
}, 120_000)
