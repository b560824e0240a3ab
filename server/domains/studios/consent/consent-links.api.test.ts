import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { trainUntil } from '#tests/support/doubles/scripted-training.ts'
import { balanceOf, submit } from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import type { TestPerson } from '#tests/support/people.ts'
import {
  create,
  read,
  ready,
  refusal,
  remove,
  start,
  startStudios,
  studiosForFile,
  until,
  untilStatus,
} from '../testing/studio-app.ts'

const studios = studiosForFile()

const ASKING = { consent: { subject: 'other', by_link: true } } as const

const makeLink = async (person: TestPerson, { id }: { id: string }) => {
  const { url } = await person.call(api.consentLinks.create, { params: { id }, body: {} })
  return url.slice('/consent/'.length)
}
const revoke = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.consentLinks.revoke, { params: { id } })
// By nobody who is signed in.
const request = (token: string) =>
  studios.app.call(api.consentLinks.read, { params: { id: token } })
const answer = (token: string, given: 'agree' | 'decline' | 'withdraw') =>
  studios.app.call(api.consentLinks.answer, { params: { id: token }, body: { answer: given } })

const answerOf = async (person: TestPerson, studio: { id: string }) =>
  (await read(person, studio)).consent.answer

const subjectsTo = async ({ email }: TestPerson): Promise<string[]> =>
  (await mailsTo(studios.app, email)).map(({ subject }) => subject)

const openFor = (studio: { id: string }, interval: string) =>
  sql`update consent_links set expires_at = now() + ${interval}::interval
    where lora_training_id = ${studio.id}`.execute(studios.app.db.kysely)

/** A studio that was agreed to, with the token of its link. */
async function agreed(person: TestPerson) {
  const studio = await ready(person, ASKING)
  const token = await makeLink(person, studio)
  await answer(token, 'agree')
  return { studio, token }
}

describe('a studio of another person', () => {
  test('is trained once that person has agreed by the link, and not before', async () => {
    const ada = await studios.owner()
    const studio = await ready(ada, ASKING)
    expect(studio.consent).toMatchObject({ subject: 'other', answer: 'none' })
    expect(await refusal(start(ada, studio))).toMatchObject({ status: 409 })
    const token = await makeLink(ada, studio)
    expect(await request(token)).toMatchObject({
      state: 'open',
      account: 'Ada',
      object_type: 'object',
      photos: 4,
      keep_days: 30,
      answered_at: null,
      receipt: null,
    })
    expect(JSON.stringify(await request(token))).not.toMatch(/Hills|@|\/img\//)
    expect(await refusal(start(ada, studio))).toMatchObject({ status: 409 })
    expect(await balanceOf(ada)).toEqual({ credits: 2500, credits_held: 0 })

    expect(await answer(token, 'agree')).toMatchObject({ state: 'agreed' })
    expect(await answer(token, 'agree')).toMatchObject({ state: 'agreed' })
    expect(await refusal(answer(token, 'decline'))).toMatchObject({ status: 409 })
    expect(await answerOf(ada, studio)).toBe('agreed')
    await expect.poll(() => subjectsTo(ada)).toEqual(['Consent given for Ada of the Hills'])
    await start(ada, studio)
    await untilStatus(ada, studio, 'Successful')
    await studios.expectPaid(ada, 1000)
  })

  test('is not trained when that person declines, who can have it deleted', async () => {
    const ada = await studios.owner()
    const studio = await ready(ada, ASKING)
    const token = await makeLink(ada, studio)
    expect(await refusal(answer(token, 'withdraw'))).toMatchObject({ status: 409 })
    expect(await answer(token, 'decline')).toMatchObject({ state: 'declined' })
    expect(await refusal(answer(token, 'agree'))).toMatchObject({ status: 409 })
    expect(await answerOf(ada, studio)).toBe('declined')
    expect(await refusal(start(ada, studio))).toMatchObject({ status: 409 })
    // Nobody is asked until they agree.
    expect(await refusal(makeLink(ada, studio))).toMatchObject({ status: 409 })
    expect(await answer(token, 'withdraw')).toMatchObject({
      state: 'withdrawn',
      receipt: { photos: 4, samples: 0, models: 0, is_complete: true },
    })
    expect(await refusal(read(ada, studio))).toMatchObject({ status: 404 })
  })

  test('waits from its first link on, whatever was stated', async () => {
    const ada = await studios.owner()
    const studio = await ready(ada, { consent: { subject: 'other' } })
    expect(await answerOf(ada, studio)).toBeNull()
    await makeLink(ada, studio)
    await revoke(ada, studio)
    expect(await answerOf(ada, studio)).toBe('none')
    expect(await refusal(start(ada, studio))).toMatchObject({ status: 409 })
  })
})

describe('a link', () => {
  test('is its owner’s to make, for a studio of another person alone', async () => {
    const ada = await studios.owner()
    const mine = await create(ada, { consent: { subject: 'self' } })
    expect(await refusal(makeLink(ada, mine))).toMatchObject({ status: 409 })
    const eve = await studios.owner()
    const studio = await create(ada, ASKING)
    expect(await refusal(makeLink(eve, studio))).toMatchObject({ status: 404 })
    expect(await refusal(revoke(eve, studio))).toMatchObject({ status: 404 })
    const wrong = create(ada, { consent: { subject: 'self', by_link: true } })
    expect(await refusal(wrong)).toMatchObject({ status: 400 })
  })

  test('keeps only the hash of its token', async () => {
    const ada = await studios.owner()
    const studio = await create(ada, ASKING)
    const token = await makeLink(ada, studio)
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await sql<{ row: string }>`select consent_links::text as row
      from consent_links where lora_training_id = ${studio.id}`.execute(studios.app.db.kysely)
    expect(rows[0]!.row).not.toContain(token)
    expect(rows[0]!.row).toContain(hash('sha256', token, 'hex'))
  })

  test('ends when it is revoked, replaced, forged or over, and tells of nothing', async () => {
    const ada = await studios.owner()
    const studio = await create(ada, ASKING)
    const first = await makeLink(ada, studio)
    const second = await makeLink(ada, studio)
    expect(await request(second)).toMatchObject({ state: 'open' })
    await openFor(studio, '-1 second')
    expect(await answerOf(ada, studio)).toBe('expired')
    for (const token of [first, second, 'forged', `${second}x`, studio.id, '%00']) {
      expect(await refusal(request(token))).toMatchObject({ status: 404 })
      expect(await refusal(answer(token, 'agree'))).toMatchObject({ status: 404 })
    }
    const third = await makeLink(ada, studio)
    await revoke(ada, studio)
    await revoke(ada, studio)
    expect(await refusal(answer(third, 'agree'))).toMatchObject({ status: 404 })
    const fourth = await makeLink(ada, studio)
    await remove(ada, studio)
    expect(await refusal(request(fourth))).toMatchObject({ status: 404 })
  })

  test('that was answered stays, so that it can be withdrawn by', async () => {
    const ada = await studios.owner()
    const { studio, token } = await agreed(ada)
    await openFor(studio, '-1 second')
    expect(await request(token)).toMatchObject({ state: 'agreed' })
    expect(await refusal(revoke(ada, studio))).toMatchObject({ status: 409 })
    expect(await refusal(makeLink(ada, studio))).toMatchObject({ status: 409 })
    await remove(ada, studio)
    expect(await request(token)).toMatchObject({
      state: 'deleted',
      photos: 0,
      receipt: { photos: 4, models: 0, is_complete: true },
    })
  })

  test('answered in both ways at once has one answer', async () => {
    const ada = await studios.owner()
    const studio = await create(ada, ASKING)
    const token = await makeLink(ada, studio)
    const both = await Promise.allSettled([
      answer(token, 'agree'),
      answer(token, 'decline'),
      answer(token, 'agree'),
    ])
    const { state } = await request(token)
    expect(['agreed', 'declined']).toContain(state)
    const given = both.flatMap((one) => (one.status === 'fulfilled' ? one.value.state : []))
    expect(given).toHaveLength(state === 'agreed' ? 2 : 1)
    expect(new Set(given)).toEqual(new Set([state]))
    await expect.poll(() => subjectsTo(ada)).toHaveLength(1)
  })

  test('is read and answered only so often from one address', async () => {
    const limited = await startStudios()
    try {
      const call = () =>
        limited.app
          .call(api.consentLinks.read, { params: { id: 'forged' } })
          .catch((error: unknown) => (error as { status: number }).status)
      const statuses = await Promise.all(Array.from({ length: 130 }, call))
      expect(statuses.filter((status) => status === 404)).toHaveLength(120)
      expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    } finally {
      await limited.app.dispose()
    }
  })
})

describe('who withdraws', () => {
  test('has photos, samples and the model deleted, with a receipt for both', async () => {
    const ada = await studios.owner()
    const { studio, token } = await agreed(ada)
    await start(ada, studio)
    const done = await untilStatus(ada, studio, 'Successful')
    const model = done.created_model_version!
    const shown = [done.samples[0]!.url, done.lora_training_images[0]!.image]
    for (const url of shown) expect((await fetch(studios.app.url + url)).status).toBe(200)
    const both = await Promise.all([answer(token, 'withdraw'), answer(token, 'withdraw')])
    for (const one of both) expect(one).toMatchObject({ state: 'withdrawn' })
    expect(await request(token)).toMatchObject({
      photos: 0,
      receipt: { photos: 4, samples: 4, models: 1, is_complete: true },
    })
    const params = { id: studio.id }
    expect(await ada.call(api.loraTrainings.receipt, { params })).toMatchObject({
      photos: 4,
      model,
      released: 0,
    })
    for (const url of shown) expect((await fetch(studios.app.url + url)).status).toBe(404)
    const order = submit(ada, { loras: [{ model, weight: 1 }] })
    expect(await refusal(order)).toMatchObject({ status: 400 })
    await expect.poll(() => subjectsTo(ada)).toContain('Consent withdrawn for Ada of the Hills')
    await studios.expectPaid(ada, 1000)
  })

  test('stops a training that runs; its credits come back', async () => {
    const ada = await studios.owner()
    studios.engine.training.script = trainUntil(200)
    const { studio, token } = await agreed(ada)
    await start(ada, studio)
    await until(ada, studio, ({ checkpoint }) => checkpoint === 200)
    const cancels = studios.engine.training.cancels.length
    expect(await answer(token, 'withdraw')).toMatchObject({ state: 'withdrawn' })
    await expect.poll(() => studios.engine.training.cancels.length).toBe(cancels + 1)
    const params = { id: studio.id }
    expect(await ada.call(api.loraTrainings.receipt, { params })).toMatchObject({ released: 1000 })
    await studios.expectPaid(ada, 0)
  })

  test('at the moment of a start leaves nothing running and nothing held', async () => {
    const ada = await studios.owner({ credits: 9000 })
    studios.engine.training.script = trainUntil(50, false)
    for (let round = 0; round < 3; round++) {
      const { studio, token } = await agreed(ada)
      await Promise.allSettled([start(ada, studio), answer(token, 'withdraw')])
      expect(await request(token)).toMatchObject({ state: 'withdrawn' })
      expect(await refusal(read(ada, studio))).toMatchObject({ status: 404 })
    }
    await studios.expectPaid(ada, 0, 9000)
  })

  test('at the moment of the end is paid for or not, and has all deleted', async () => {
    const ada = await studios.owner({ credits: 9000 })
    const { studio, token } = await agreed(ada)
    const last = Promise.withResolvers<void>()
    studios.engine.training.script = async ({ progress, checkpoint }) => {
      progress(400)
      await checkpoint(400)
      last.resolve()
    }
    await start(ada, studio)
    await last.promise
    await answer(token, 'withdraw')
    const { receipt } = await request(token)
    const model = (await ada.call(api.loraTrainings.receipt, { params: { id: studio.id } })).model
    expect(receipt).toMatchObject({ photos: 4, models: model === null ? 0 : 1 })
    await studios.expectPaid(ada, model === null ? 0 : 1000, 9000)
    const { rows } = await sql<{ key: string | null }>`select checkpoint_key as key
      from lora_trainings where id = ${studio.id}`.execute(studios.app.db.kysely)
    expect(rows).toEqual([{ key: null }])
  })

  test('has the studio deleted that was trained once more for free, too', async () => {
    const ada = await studios.owner()
    const { studio, token } = await agreed(ada)
    await start(ada, studio)
    await untilStatus(ada, studio, 'Successful')
    await sql`update lora_trainings set likeness = 0.01 where id = ${studio.id}`.execute(
      studios.app.db.kysely,
    )
    const params = { id: studio.id }
    const again = await ada.call(api.loraTrainings.retrain, { params, body: {} })
    expect(again.consent).toMatchObject({ answer: 'agreed' })
    await remove(ada, studio)
    // The photos are still there.
    expect(await request(token)).toMatchObject({ state: 'agreed', photos: 4, receipt: null })
    await answer(token, 'withdraw')
    expect(await request(token)).toMatchObject({ state: 'withdrawn', receipt: { photos: 8 } })
    expect(await refusal(read(ada, again))).toMatchObject({ status: 404 })
  })
})
