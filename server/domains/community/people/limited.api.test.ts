import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { limitPerson } from '#tests/support/limit-person.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let ada: TestPerson
/** Of Ada, published before she was limited. */
let own: { image: string; model: string; comment: string }
let other: { image: string; creator: string }
let drawn: string[]
let comment: string
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  ada = await newPerson(app)
  own = await insertPublications(app.db.kysely, ada.id)
  other = await insertPublications(app.db.kysely, (await newPerson(app)).id)
})
afterAll(() => app.dispose())

const { communityPeople, modelPublishing, predictionImages, civitModelVersions } = api

const show = (id: string, isPublic: boolean) =>
  ada.call(predictionImages.update, { params: { id }, body: { is_public: isPublic } })
const say = (id: string) =>
  ada.call(communityPeople.comment, { params: { id }, body: { text: 'Fine' } })

const upload = () =>
  ada.call(modelPublishing.startUpload, {
    body: {
      filename: 'a.safetensors',
      bytes: 64,
      sha256: randomBytes(32).toString('hex'),
    },
  })

test('an account is limited after it has published', async () => {
  drawn = (await waitForEnd(ada, await submit(ada, { num_images: 2 }))).images.map(({ id }) => id)
  expect(await show(drawn[0]!, true)).toMatchObject({ is_public: true })
  comment = (await say(other.image)).id
  await limitPerson(app, ada)
})

describe('a limited account', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['an image', () => show(drawn[1]!, true)],
    ['a comment', () => say(other.image)],
    [
      'other words of a comment',
      () =>
        ada.call(communityPeople.changeComment, { params: { id: comment }, body: { text: 'Hm' } }),
    ],
    ['a profile', () => ada.call(communityPeople.changeProfile, { body: { name: 'Ada' } })],
    ['the file of a model', upload],
    [
      'a model',
      () =>
        ada.call(modelPublishing.publish, {
          body: { name: 'Paper', upload: other.image, base_model: 'SD 1.5', no_person: true },
        }),
    ],
    ['a link', () => ada.call(predictionImages.share, { params: { id: drawn[1]! }, body: {} })],
  ])('publishes no %s', async (_what, act) => {
    await expect(act()).rejects.toMatchObject({ status: 403, code: 'account_limited' })
  })

  test('publishes nothing again that it takes back, which it may', async () => {
    await ada.call(civitModelVersions.remove, { params: { id: own.model } })
    const again = ada.call(modelPublishing.publishAgain, { params: { id: own.model }, body: {} })
    await expect(again).rejects.toMatchObject({ code: 'account_limited' })
    expect(await show(drawn[0]!, false)).toMatchObject({ is_public: false })
    await expect(show(drawn[0]!, true)).rejects.toMatchObject({ code: 'account_limited' })
    await ada.call(communityPeople.removeComment, { params: { id: comment } })
  })

  test('reads, likes, keeps, follows, blocks and reports as before', async () => {
    const params = { id: other.image }
    await ada.call(communityPeople.like, { params, body: {} })
    await ada.call(api.favorites.keep, { params, body: {} })
    await ada.call(api.follows.add, { body: { creator: other.creator } })
    await ada.call(api.reports.create, { body: { image: other.image, reason: 'spam' } })
    await ada.call(api.blocks.add, { body: { creator: other.creator } })
    expect((await app.call(api.civitImages.detail, { params: { id: own.image } })).id).toBe(
      own.image,
    )
  })
})
