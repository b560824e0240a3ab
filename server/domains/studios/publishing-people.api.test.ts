import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import { lettersOf } from '#tests/support/letters.ts'
import { PASSWORD, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'
import { answer, offer, shared, trained } from './testing/share-app.ts'
import { refusal, remove, resetEngine, startStudios } from './testing/studio-app.ts'

let studios: Awaited<ReturnType<typeof startStudios>>
let app: TestApp
let ada: TestPerson
let staff: TestPerson
beforeAll(async () => {
  studios = await startStudios(
    { features: ['negative_prompt', 'loras', 'image_to_image', 'inpaint', 'refine'] },
    // Images that need no review are published at once.
    { PUBLICATION_REVIEW: 'flagged' },
  )
  ;({ app } = studios)
  staff = await studios.owner()
  await app.context.accounts.setUser({ email: staff.email, staff: true })
})
afterAll(() => app.dispose())
beforeEach(async () => {
  resetEngine(studios.engine)
  ada = await studios.owner()
})

const SELF = { object_type: 'person', consent: { subject: 'self' } } as const
const OTHER = { object_type: 'person', consent: { subject: 'other' } } as const

const make = async (who: TestPerson, body: GenerationRequestInput): Promise<string> => {
  const job = await waitForEnd(who, await who.call(api.inferenceJobs.create, { body }))
  expect(job.status).toBe('S')
  return job.images[0]!.id
}

const drawWith = async (who: TestPerson, lora: string): Promise<string> =>
  (await waitForEnd(who, await submit(who, { prompt: `in a garden <lora:${lora}:1>` }))).images[0]!
    .id

const publish = (who: TestPerson, id: string, body: object = {}) =>
  who.call(api.predictionImages.update, { params: { id }, body: { is_public: true, ...body } })

const [ASKS, NOT_OTHERS] = [
  { status: 400, body: { own_face: [expect.any(String)] } },
  { status: 400, body: { is_public: ['Images of other people can’t be published.'] } },
]

const drawing = { prompt: 'in the snow', width: 80, height: 64, num_images: 1, seed: 5 }
/** What is made of an image so that it seems to be another one. */
const DISGUISES: Record<string, (image: string) => GenerationRequestInput> = {
  'image to image': (image) => ({ ...drawing, type: 'ITI', image }),
  upscale: (image) => ({ type: 'UI', image, scale: 2 }),
  'background removal': (image) => ({ type: 'RB', image }),
  'replace background': (image) => ({ type: 'RPB', image, prompt: 'a beach' }),
  'edit by words': (image) => ({ type: 'EDI', images: [image], prompt: 'make it snow' }),
  'detail pass': (image) => ({ type: 'AD', image, prompt: 'in the snow' }),
}

describe('an image of a person', () => {
  test.each(Object.entries(DISGUISES))(
    'is one after %s, too, and after a second change',
    async (_name, disguise) => {
      const own = await drawWith(ada, (await trained(ada, SELF)).created_model_version!)
      const other = await drawWith(ada, (await trained(ada, OTHER)).created_model_version!)
      const [ofSelf, ofOther] = [await make(ada, disguise(own)), await make(ada, disguise(other))]
      const enlarged = await make(ada, { type: 'UI', image: ofOther, scale: 2 })
      expect(await refusal(publish(ada, ofSelf))).toMatchObject(ASKS)
      const mature = publish(ada, ofSelf, { own_face: true, rating: 'Soft' })
      expect(await refusal(mature)).toMatchObject({ status: 400 })
      for (const id of [other, ofOther, enlarged])
        expect(await refusal(publish(ada, id, { own_face: true }))).toMatchObject(NOT_OTHERS)
      expect(await publish(ada, ofSelf, { own_face: true })).toMatchObject({ is_public: true })
    },
  )

  test('stays one when what it was made of is deleted, and its model', async () => {
    const studio = await trained(ada, OTHER)
    const own = await drawWith(ada, studio.created_model_version!)
    const enlarged = await make(ada, { type: 'UI', image: own, scale: 2 })
    for (const action of ['trash', 'delete'] as const)
      await ada.call(api.predictionImages.bulk, { body: { ids: [own], action } })
    await remove(ada, studio)
    expect(await refusal(publish(ada, enlarged, { own_face: true }))).toMatchObject(NOT_OTHERS)
  })

  test('is nobody’s own face when it was drawn with a model that is gone with its owner', async () => {
    const ben = await studios.owner()
    const studio = await trained(ada, SELF)
    await offer(ada, studio, ben)
    const [share] = await shared(ben)
    await answer(ben, share!, 'accept')
    const image = await drawWith(ben, studio.created_model_version!)
    expect(await refusal(publish(ben, image, { own_face: true }))).toMatchObject(NOT_OTHERS)
    await ada.call(api.account.remove, { body: { password: PASSWORD } })
    const left = () =>
      app.db.kysely.selectFrom('lora_trainings').select('id').where('id', '=', studio.id).execute()
    await expect.poll(() => app.context.privacy.sweep().then(left), { timeout: 20_000 }).toEqual([])
    expect(await refusal(publish(ben, image, { own_face: true }))).toMatchObject(NOT_OTHERS)
  })

  test('that comes back as an uploaded file waits for the staff, whatever is made of it', async () => {
    const image = await drawWith(ada, (await trained(ada, OTHER)).created_model_version!)
    const { url } = await ada.call(api.predictionImages.detail, { params: { id: image } })
    const file = await fetch(new URL(url, app.url), {
      headers: { authorization: `Token ${ada.token}` },
    })
    const again = (await upload(ada, Buffer.from(await file.arrayBuffer()))).id
    const remade = await make(ada, DISGUISES['image to image']!(again))
    const enlarged = await make(ada, { type: 'UI', image: remade, scale: 2 })
    for (const id of [remade, enlarged]) {
      await publish(ada, id)
      const { results } = await staff.call(api.publications.waiting, { query: {} })
      const { publication } = await ada.call(api.publications.read, { params: { id } })
      expect(results.find((one) => one.id === publication!.id)).toMatchObject({
        state: 'scanning',
        flagged: true,
      })
    }
  })

  test('is not remade by a stranger from what its parameters tell', async () => {
    const studio = await trained(ada, SELF)
    const image = await drawWith(ada, studio.created_model_version!)
    await publish(ada, image, { own_face: true, show_prompt: true })
    const { publication } = await ada.call(api.publications.read, { params: { id: image } })
    const params = { id: publication!.id }
    await staff.call(api.publications.decide, { params, body: { action: 'publish' } })
    const shown = await app.call(api.civitImages.detail, { params })
    expect(shown.prompt).toBe('in a garden')
    expect(JSON.stringify(shown)).not.toContain(studio.created_model_version)
    const ben = await studios.owner()
    const { request } = await ben.call(api.communityPeople.remix, { params, body: {} })
    expect(JSON.stringify(request)).not.toContain(studio.created_model_version)
    const stolen = submit(ben, { prompt: `<lora:${studio.created_model_version}:1>` })
    expect(await refusal(stolen)).toMatchObject({ status: 400 })
  })
})

describe('a published prompt', () => {
  const KEPT = 'in a garden <lora:of-an-engine:0.8>'

  /** An own image whose prompt names a studio, and what an engine has that is away by now. */
  async function draw() {
    const { created_model_version: name } = await trained(ada)
    const prompt = `in a garden <lora:${name}:1> <lora:of-an-engine:0.8>`
    const image = await drawWith(ada, name!)
    await sql`update prediction_images set rating = 'PG' where id = ${image}`.execute(app.db.kysely)
    const negative = `blurry <lora:${name}:0.5>`
    await sql`
      update inference_jobs
      set parameters = parameters || jsonb_build_object('prompt', ${prompt}::text, 'negative_prompt', ${negative}::text)
      where id = (select job_id from prediction_images where id = ${image})`.execute(app.db.kysely)
    await publish(ada, image, { show_prompt: true })
    const { publication } = await ada.call(api.publications.read, { params: { id: image } })
    return { image, prompt, id: publication!.id, name: name! }
  }

  const shown = (id: string) => app.call(api.civitImages.detail, { params: { id } })

  /** As it was published before names were taken out. */
  const publishedWith = (id: string, prompt: string) =>
    sql`
      update community_images set prompt = ${prompt}, names_checked = false,
        parameters = parameters || jsonb_build_object('prompt', ${prompt}::text, 'negative_prompt', ${prompt}::text),
        words = to_tsvector('simple', ${prompt})
      where id = ${id}`.execute(app.db.kysely)

  test('has no names of studios, and those of an engine though it is away', async () => {
    const { id } = await draw()
    const parameters = { prompt: KEPT, negative_prompt: 'blurry' }
    expect(await shown(id)).toMatchObject({ prompt: KEPT, parameters })
  })

  test('is the same in answers, pages and files, by every door and in every format', async () => {
    const { id, image, name } = await draw()
    const params = { id: image }
    const { url: own } = await ada.call(api.predictionImages.detail, { params })
    const read = async (url: string) => {
      const response = await fetch(new URL(url, app.url))
      expect([url, response.status]).toEqual([url, 200])
      return lettersOf(Buffer.from(await response.arrayBuffer()))
    }
    // The control: what is hidden is in the file that its owner has.
    expect(await read(own)).toContain(name)

    const link = await ada.call(api.predictionImages.share, { params, body: { show_prompt: true } })
    const token = link.url.split('/').findLast((part) => part !== '')!
    const ben = await studios.owner()
    const explored = await shown(id)
    const byLink = await app.call(api.predictionImages.shared, { params: { id: token } })
    const seen = await ben.call(api.predictionImages.detail, { params })
    const again = await ben.call(api.predictionImages.parameters, { params })
    expect([byLink.prompt, seen.prompt, again.prompt]).toEqual([KEPT, KEPT, KEPT])
    expect([seen.negative_prompt, again.negative_prompt]).toEqual(['blurry', 'blurry'])
    const { creator } = explored
    const answers: unknown[] = [
      explored,
      byLink,
      seen,
      again,
      await ben.call(api.predictionImages.reproduction, { params }),
      await ben.call(api.communityPeople.remix, { params: { id }, body: {} }),
      await app.call(api.civitImages.list, { query: {} }),
      await app.call(api.creators.detail, { params: { id: creator.id } }),
      await app.call(api.communityPeople.search, { query: { q: 'garden' } }),
    ]
    for (const told of answers) expect(JSON.stringify(told)).not.toContain(name)

    const formats = ['png', 'jpeg', 'webp'].map((format) => `?download=a&format=${format}`)
    for (const [url, tellsAll] of [
      [explored.url, true],
      [byLink.url, false],
    ] as const)
      for (const query of ['', '?download=a', ...formats, '?download=a&edge=256']) {
        const letters = await read(url + query)
        expect(letters, url + query).not.toContain(name)
        expect(letters, url + query).toContain(KEPT)
        expect([query, letters.includes('Negative prompt: blurry')]).toEqual([query, tellsAll])
      }
    for (const url of [explored.url, byLink.url])
      expect(await read(resizedImageUrl({ url, width: 64 }))).not.toContain(name)
  })

  test('that names other models stays in the feed when something else is edited', async () => {
    const { id, image, prompt } = await draw()
    await publishedWith(id, prompt)
    const params = { id: image }
    await ada.call(api.predictionImages.update, { params, body: { rating: 'PG13' } })
    expect((await shown(id)).prompt).toBe(KEPT)
    const { rows } = await sql`
      select from audit_log where subject = ${id} and action = 'publication_withdrawn'`.execute(
      app.db.kysely,
    )
    expect(rows).toEqual([])
  })

  test('of before loses the names of studios by itself', async () => {
    const { id, prompt } = await draw()
    await publishedWith(id, prompt)
    for (let turn = 0; turn < 2; turn++) {
      await app.context.community.followPublications()
      const parameters = { prompt: KEPT, negative_prompt: KEPT }
      expect(await shown(id)).toMatchObject({ prompt: KEPT, parameters })
    }
  })
})
