import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HeadshotRun } from '#contract/headshot-runs.ts'
import { api } from '#contract/index.ts'
import { answer, offer, revokeShare } from '#server/domains/studios/testing/share-app.ts'
import { read, ready, refusal } from '#server/domains/studios/testing/studio-app.ts'
import { scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, startGenerationApp } from '#tests/support/generation.ts'
import { HEADSHOTS } from '#tests/support/headshots.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  const started = await startGenerationApp(
    { capabilities: { features: ['negative_prompt', 'loras', 'photo_person'] } },
    { takesSteps: true },
  )
  ;({ app } = started)
  started.engine.image.fitLoras = async (_model, ids) =>
    ids.map((id) => ({ id, hash: '', problem: `There is no LoRA named "${id}".` }))
  started.engine.faces = [{ ...scriptedFace({ size: 300 }), identity: [1, 0] }]
})
afterAll(() => app.dispose())

const order = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.headshotRuns.order, { params: { id }, body: HEADSHOTS })
const readRun = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.headshotRuns.detail, { params: { id } })
const removeRun = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.headshotRuns.remove, { params: { id } })

async function untilOver(person: TestPerson, run: { id: string }): Promise<HeadshotRun> {
  const status = async () => (await readRun(person, run)).status
  await expect.poll(status, { timeout: 40_000, interval: 50 }).toMatch(/done|failed/)
  return readRun(person, run)
}

test('a guest has sets of a shared model, each account its own, and nothing of the studio', async () => {
  const ada = await newPerson(app, { plan: 'pro', credits: 2500 })
  const ben = await newPerson(app, { plan: 'free', credits: 100 })
  const training = await ready(ada, {
    object_type: 'person',
    training_type: 'Professional Headshots',
    consent: { subject: 'self' },
  })
  const own = await order(ada, training)
  await untilOver(ada, own)
  expect(await refusal(order(ben, training))).toMatchObject({ status: 404 })
  const share = await offer(ada, training, ben)
  await answer(ben, share, 'accept')

  // One at a time, whoever orders it.
  const both = await Promise.allSettled([order(ben, training), order(ada, training)])
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ status: 409 }])
  const begun = async (person: TestPerson) =>
    (await person.call(api.headshotRuns.list, { query: {} })).results.find(
      ({ id }) => id !== own.id,
    )
  const [bens, adas] = [await begun(ben), await begun(ada)]
  if (bens) await untilOver(ben, bens)
  if (adas) await untilOver(ada, adas)
  const first = bens ?? (await order(ben, training))
  await untilOver(ben, first)
  const second = adas ?? (await order(ada, training))
  expect(await untilOver(ada, second)).toMatchObject({ status: 'done' })
  const done = await untilOver(ben, first)
  expect(done.shots.map(({ image }) => image !== null)).toEqual([true, true, true, true])
  expect(await balanceOf(ben)).toEqual({ credits: 92, credits_held: 0 })
  expect(await removeRun(ben, first)).toMatchObject({ images: 4, studio: null })
  expect(await read(ada, training)).toMatchObject({ status: 'Successful' })

  // Taken back before it is drawn.
  const late = await order(ben, training)
  await revokeShare(ada, share)
  await untilOver(ben, late)
  await expect.poll(async () => (await balanceOf(ben)).credits_held).toBe(0)
  const { images } = await removeRun(ben, late)
  expect(await balanceOf(ben)).toEqual({ credits: 92 - 2 * images, credits_held: 0 })
  expect(await app.context.credits.reconcile()).toEqual([])

  // The last set of its owner takes the studio along, whatever sets its guests have.
  await removeRun(ada, own)
  const { studio: gone } = await removeRun(ada, second)
  expect(gone).toMatchObject({ id: training.id })
})
