import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { api } from '#contract/index.ts'
import type { HeadshotOrder, HeadshotRun } from '#contract/headshot-runs.ts'
import { type PaymentsApp, startPaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { addPhoto, create, photo } from '#server/domains/studios/testing/studio-app.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { setClock } from '#tests/support/books.ts'
import { clientAt } from '#tests/support/client-at.ts'
import {
  createScriptedEngine,
  finishAll,
  type ScriptedEngine,
  scriptedFace,
} from '#tests/support/doubles/scripted-engine.ts'
import { trainToTheEnd } from '#tests/support/doubles/scripted-training.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { TestClient } from '#tests/support/test-app.ts'

export const PRICE = 2900
export const START = '2026-11-01T00:00:00Z'
const ORDER: HeadshotOrder = {
  gender: 'Woman',
  age_range: '25-34',
  attire: ['suit'],
  backgrounds: ['office', 'park'],
  shots: 4,
}

export let shop: PaymentsApp
export let engine: ScriptedEngine
export let ada: TestPerson
/** Ada's calls at the brand that sells sets by card. */
export let portrait: TestClient

/** Registers what is done around the tests of a file. */
export function withCardShop(): void {
  beforeAll(async () => {
    engine = createScriptedEngine({
      capabilities: { features: ['negative_prompt', 'loras', 'photo_person'] },
    })
    engine.image.fitLoras = async (_model, ids) =>
      ids.map((id) => ({ id, hash: '', problem: `There is no LoRA named "${id}".` }))
    shop = await startPaymentsApp(START, { overrides: { engines: [engine], classifier: engine } })
  })
  afterAll(() => shop.dispose())
  beforeEach(async () => {
    engine.training.script = trainToTheEnd
    engine.script = finishAll
    engine.faces = [{ ...scriptedFace({ size: 300 }), identity: [1, 0] }]
    await setClock(shop.app.db, START)
    ada = await shop.newBuyer()
    portrait = clientAt(shop.app, 'portrait.localhost', ada.token)
  })
  afterEach(async () => {
    await shop.expectCleanBooks()
    expect(await shop.app.context.admin.findDifferences(null)).toMatchObject({ findings: [] })
  })
}

export async function studio() {
  const made = await create(ada, {
    object_type: 'person',
    training_type: 'Professional Headshots',
    consent: { subject: 'self' },
  })
  for (let number = 0; number < 4; number++) await addPhoto(ada, made, await photo(number))
  return made
}

export const order = ({ id }: { id: string }, more: object = {}, client = portrait) =>
  client(api.headshotRuns.order, { params: { id }, body: { ...ORDER, pay_by: 'card', ...more } })

/** The binding price of an order by card. */
export const quote = ({ id }: { id: string }, more: object = {}, client = portrait) =>
  client(api.quotes.create, {
    body: {
      call: `lora_trainings/${id}/payment_headshot/`,
      body: { ...ORDER, pay_by: 'card', ...more },
    },
  })

export const readRun = ({ id }: { id: string }) =>
  ada.call(api.headshotRuns.detail, { params: { id } })
export const sweep = () => shop.app.context.headshots.sweep()
/** All that cron does for them. */
async function sweepAll(): Promise<void> {
  const { studios, jobs, headshots } = shop.app.context
  await Promise.all([studios.sweep(), jobs.sweep()])
  await headshots.sweep()
}
export const pay = (run: HeadshotRun, card?: '0002') => shop.pay(run.payment?.url ?? '', card)

/** Takes the steps that cron would, until it is so. */
export async function until(
  run: { id: string },
  status: HeadshotRun['status'],
): Promise<HeadshotRun> {
  await expect
    .poll(
      async () => {
        await sweepAll()
        return (await readRun(run)).status
      },
      { timeout: 40_000, interval: 50 },
    )
    .toBe(status)
  // It is judged after it is over.
  await sweep()
  return readRun(run)
}

export async function paidRun(): Promise<HeadshotRun> {
  const run = await order(await studio())
  await pay(run)
  await shop.settle()
  return run
}

/** Every refund that the provider has given for what Ada paid. */
export async function refunds(): Promise<number[]> {
  const all: number[] = []
  for (const { payment_intent: intent } of await shop.paymentsOf(ada)) {
    const { data } = await shop.stripe.refunds.list({ payment_intent: intent ?? '' })
    all.push(...data.map(({ amount }) => amount))
  }
  return all
}

export const hours = (count: number) => new Date(Date.parse(START) + count * 3_600_000)
export const changeRun = (run: { id: string }, change: string) =>
  sql.raw(`update headshot_runs set ${change} where id = '${run.id}'`).execute(shop.app.db.kysely)

/** So many of the first drawings come to nothing. */
export function failFirst(count: number): void {
  let drawn = 0
  engine.script = async (work) => {
    drawn++
    if (drawn <= count) {
      throw new EngineError('unsupported', 'scripted', { retryable: false, userMessage: 'No.' })
    }
    await finishAll(work)
  }
}
