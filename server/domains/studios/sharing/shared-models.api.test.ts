import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountExport } from '#contract/account.ts'
import { api } from '#contract/index.ts'
import { finishAll, hang, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, submit, waitForEnd, waitUntilBegun } from '#tests/support/generation.ts'
import { PASSWORD, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import {
  answer,
  auditOf,
  draw,
  offer,
  shared,
  sharesOf,
  subjectsTo,
  revokeShare,
  trained,
} from '../testing/share-app.ts'
import {
  ready,
  refusal,
  remove,
  resetEngine,
  start,
  startStudios,
  untilStatus,
} from '../testing/studio-app.ts'

let studios: Awaited<ReturnType<typeof startStudios>>
let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  studios = await startStudios()
  ;({ app, engine } = studios)
})
afterAll(() => app.dispose())
beforeEach(async () => {
  resetEngine(studios.engine)
  engine.script = finishAll
  ada = await studios.owner()
  ben = await studios.owner({ plan: 'free', credits: 100 })
})

/** A model that the second person uses. */
async function inUse() {
  const studio = await trained(ada)
  const share = await offer(ada, studio, ben)
  await answer(ben, share, 'accept')
  return { studio, share, lora: studio.created_model_version ?? '' }
}

/** The account is deleted, and all that follows from it is done. */
async function closeAccount(person: TestPerson): Promise<void> {
  await person.call(api.account.remove, { body: { password: PASSWORD } })
  await app.context.privacy.sweep()
}

describe('a shared model', () => {
  test('draws for the guest, who sees what it drew and neither photos nor file', async () => {
    const { studio, share, lora } = await inUse()
    const [seen] = await shared(ben)
    expect(seen).toMatchObject({
      state: 'accepted',
      lora_training: studio.id,
      created_model_version: lora,
      original_model_version: studio.original_model_version,
    })
    const files = (urls: string[]) => urls.map((url) => url.replace(/[?&]signature.*/, ''))
    const drawn = files(studio.samples.map(({ url }) => url))
    expect(seen!.thumbnails.length).toBeGreaterThan(0)
    for (const url of files(seen!.thumbnails)) expect(drawn).toContain(url)
    expect((await fetch(app.url + seen!.thumbnails[0]!)).status).toBe(200)

    const file = await ada.call(api.loraTrainings.download, { params: { id: studio.id } })
    const job = await waitForEnd(ben, await draw(ben, lora))
    expect(job).toMatchObject({ status: 'S', cost: { captured: 1 } })
    expect(Buffer.from(engine.starts.at(-1)!.loras[0]!.file!).toString()).toBe(file)
    // Under /train/loras it is not theirs.
    const params = { id: studio.id }
    for (const call of [
      () => ben.call(api.loraTrainings.detail, { params }),
      () => ben.call(api.loraTrainings.download, { params }),
      () => ben.call(api.loraTrainings.remove, { params }),
      () => ben.call(api.loraTrainings.retrain, { params, body: {} }),
      () => sharesOf(ben, studio),
      () => offer(ben, studio, ada),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404 })
    expect((await ben.call(api.loraTrainings.list, { query: {} })).results).toEqual([])
    await expect.poll(() => subjectsTo(app, ada)).toEqual(['Ada of the Hills is now shared'])
    expect(await auditOf(app, share)).toEqual(['model_share_offered', 'model_share_accepted'])
    expect(await answer(ben, share, 'accept')).toMatchObject({ state: 'accepted' })
    expect(await refusal(answer(ben, share, 'decline'))).toMatchObject({ status: 409 })
  })

  test.each(['owner', 'guest'] as const)(
    'is over when the %s ends it, also for what waits',
    async (who) => {
      const { share, lora } = await inUse()
      engine.script = hang
      const first = await submit(ben)
      await waitUntilBegun(app, ben, first)
      const waiting = await draw(ben, lora)
      await (who === 'owner' ? revokeShare(ada, share) : answer(ben, share, 'give_back'))
      expect(await shared(ben)).toEqual([])
      expect(await refusal(draw(ben, lora))).toMatchObject({ status: 400 })
      engine.script = finishAll
      const begun = engine.starts.length
      await ben.call(api.inferenceJobs.cancel, { params: { id: first.id }, body: {} })
      const ended = await waitForEnd(ben, waiting)
      expect(ended).toMatchObject({
        status: 'FL',
        cost: { captured: 0, released: 1 },
        error: { message: expect.stringContaining('can no longer be used') },
      })
      expect(engine.starts.length).toBe(begun)
      expect(await balanceOf(ben)).toEqual({ credits: 100, credits_held: 0 })
      expect(await auditOf(app, share)).toEqual([
        'model_share_offered',
        'model_share_accepted',
        `model_share_ended ${who}`,
      ])
      const told = await subjectsTo(app, ben)
      expect(told.includes('Ada of the Hills is no longer shared with you')).toBe(who === 'owner')
      // Its owner's own use goes on.
      expect(await waitForEnd(ada, await draw(ada, lora))).toMatchObject({ status: 'S' })
    },
  )

  test('goes with its studio, and the receipt names it', async () => {
    const { studio, share, lora } = await inUse()
    await offer(ada, studio, { email: 'somebody@example.com' })
    await remove(ada, studio)
    const params = { id: studio.id }
    expect(await ada.call(api.loraTrainings.receipt, { params })).toMatchObject({ shares: 2 })
    expect(await shared(ben)).toEqual([])
    expect(await refusal(answer(ben, share, 'accept'))).toMatchObject({ status: 404 })
    expect(await refusal(draw(ben, lora))).toMatchObject({ status: 400 })
    await expect
      .poll(() => subjectsTo(app, ben))
      .toContain('Ada of the Hills is no longer shared with you')
    expect(await auditOf(app, share)).toContain('model_share_ended deleted')
    const rows = await app.db.kysely
      .selectFrom('model_shares')
      .select('id')
      .where('lora_training_id', '=', studio.id)
      .execute()
    expect(rows).toEqual([])
  })

  test('is over when the account of its owner is deleted', async () => {
    const { share, lora } = await inUse()
    await closeAccount(ada)
    expect(await shared(ben)).toEqual([])
    expect(await refusal(draw(ben, lora))).toMatchObject({ status: 400 })
    expect(await auditOf(app, share)).toContain('model_share_ended deleted')
  })

  test('is over when the account of the guest is deleted, who is named nowhere any more', async () => {
    const { studio, share } = await inUse()
    const other = await offer(ada, studio, { email: `other-${studio.id}@example.com` })
    await closeAccount(ben)
    expect((await sharesOf(ada, studio)).results.map(({ id }) => id)).toEqual([other.id])
    expect(await auditOf(app, share)).toContain('model_share_ended guest')
  })

  test('that is only offered goes with the account that it is offered to', async () => {
    const studio = await trained(ada)
    await offer(ada, studio, ben)
    await ben.call(api.account.remove, { body: { password: PASSWORD } })
    expect((await sharesOf(ada, studio)).results).toEqual([])
  })

  test('is in the copies of both accounts’ data', async () => {
    const { studio, share } = await inUse()
    const copies = await Promise.all(
      [ada, ben].map((person) => person.call(api.account.export, {})),
    )
    const [own, guests] = copies.map((copy: AccountExport) => copy.model_shares)
    const same = { id: share.id, state: 'accepted', email: ben.email, lora_training: studio.id }
    expect(own).toMatchObject([{ ...same, role: 'owner' }])
    expect(guests).toMatchObject([{ ...same, role: 'guest' }])
  })
})

describe('a model of somebody else', () => {
  const request = (token: string) => app.call(api.consentLinks.read, { params: { id: token } })
  const say = (
    token: string,
    body: { answer: 'agree' | 'allow_sharing' | 'end_sharing' | 'withdraw'; sharing?: boolean },
  ) => app.call(api.consentLinks.answer, { params: { id: token }, body })

  async function agreed(sharing?: boolean) {
    const studio = await ready(ada, { consent: { subject: 'other', by_link: true } })
    const params = { id: studio.id }
    const { url } = await ada.call(api.consentLinks.create, { params, body: {} })
    const token = url.slice('/consent/'.length)
    expect(await refusal(say(token, { answer: 'allow_sharing' }))).toMatchObject({ status: 409 })
    await say(token, { answer: 'agree', ...(sharing !== undefined && { sharing }) })
    await start(ada, studio)
    return { studio: await untilStatus(ada, studio, 'Successful'), token }
  }

  test('is not shared on its owner’s word', async () => {
    const studio = await trained(ada, { consent: { subject: 'other' } })
    expect(await sharesOf(ada, studio)).toMatchObject({ hindrance: 'no_consent' })
    expect(await refusal(offer(ada, studio, ben))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('shows somebody else') },
    })
  })

  test('is shared if that person allowed it, as long as they do', async () => {
    const { studio, token } = await agreed()
    expect(await request(token)).toMatchObject({ state: 'agreed', sharing: false })
    expect(await refusal(offer(ada, studio, ben))).toMatchObject({ status: 409 })
    expect(await say(token, { answer: 'allow_sharing' })).toMatchObject({ sharing: true })
    const share = await offer(ada, studio, ben)
    const waiting = await offer(ada, studio, { email: 'waiting@example.com' })
    await answer(ben, share, 'accept')
    const lora = studio.created_model_version!
    expect(await waitForEnd(ben, await draw(ben, lora))).toMatchObject({ status: 'S' })

    expect(await say(token, { answer: 'end_sharing' })).toMatchObject({
      sharing: false,
      state: 'agreed',
    })
    expect(await refusal(draw(ben, lora))).toMatchObject({ status: 400 })
    expect((await sharesOf(ada, studio)).results).toMatchObject([
      { id: waiting.id, state: 'withdrawn', ended_by: 'consent' },
      { id: share.id, state: 'withdrawn', ended_by: 'consent' },
    ])
    expect(await waitForEnd(ada, await draw(ada, lora))).toMatchObject({ status: 'S' })
  })

  test('is gone for the guest when that person withdraws, and their receipt says so', async () => {
    const { studio, token } = await agreed(true)
    await answer(ben, await offer(ada, studio, ben), 'accept')
    expect(await say(token, { answer: 'withdraw' })).toMatchObject({
      state: 'withdrawn',
      receipt: { models: 1, shares: 1 },
    })
    expect(await shared(ben)).toEqual([])
    expect(await refusal(draw(ben, studio.created_model_version!))).toMatchObject({ status: 400 })
  })
})
