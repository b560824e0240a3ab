import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { api } from '#contract/index.ts'
import type { HeadshotOrder, HeadshotRun } from '#contract/headshot-runs.ts'
import { addPhoto, create, photo } from '#server/domains/studios/testing/studio-app.ts'
import {
  finishAll,
  type ScriptedEngine,
  scriptedFace,
} from '#tests/support/doubles/scripted-engine.ts'
import { trainToTheEnd } from '#tests/support/doubles/scripted-training.ts'
import { balanceOf, startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Credits of Ada at first. */
export const HAD = 2500
export const TRAINING = 1000
export const ORDER: HeadshotOrder = {
  gender: 'Woman',
  age_range: '25-34',
  attire: ['suit', 'blazer'],
  backgrounds: ['office', 'park'],
  shots: 8,
}
/** What faces look like: those of the person, and of somebody else. */
export const OWN = [1, 0]
export const OTHER = [0, 1]

/** What the engine draws with; without `photo_person` it draws no people. */
export const features: ('negative_prompt' | 'loras' | 'photo_person')[] = [
  'negative_prompt',
  'loras',
  'photo_person',
]

export let app: TestApp
export let engine: ScriptedEngine
export let ada: TestPerson

/**
 * Registers what is done around the tests of a file: an app with an engine that draws people, and a new Ada for each test.
 * @param env settings of the app, as they are when it starts
 */
export function withSetApp(env: () => Record<string, string> = () => ({})): void {
  beforeAll(async () => {
    ;({ app, engine } = await startGenerationApp(
      { capabilities: { features } },
      { env: env(), takesSteps: true },
    ))
    engine.image.fitLoras = async (_model, ids) =>
      ids.map((id) => ({ id, hash: '', problem: `There is no LoRA named "${id}".` }))
  })
  afterAll(() => app.dispose())
  beforeEach(async () => {
    engine.training.script = trainToTheEnd
    engine.script = finishAll
    showFaces(OWN)
    ada = await newPerson(app, { plan: 'pro', credits: HAD })
  })
}

export function showFaces(identity: readonly number[]): void {
  engine.faces = [{ ...scriptedFace({ size: 300 }), identity }]
}

/** A studio for headshots, with four photos. */
export async function studio(person = ada, body: object = {}) {
  const made = await create(person, {
    object_type: 'person',
    training_type: 'Professional Headshots',
    consent: { subject: 'self' },
    ...body,
  })
  for (let number = 0; number < 4; number++) await addPhoto(person, made, await photo(number))
  return made
}

export const order = (training: { id: string }, more: object = {}, person = ada) =>
  person.call(api.headshotRuns.order, { params: { id: training.id }, body: { ...ORDER, ...more } })

/** The binding price of an order. */
export const quote = ({ id }: { id: string }, more: object = {}, person = ada) =>
  person.call(api.quotes.create, {
    body: { call: `lora_trainings/${id}/payment_headshot/`, body: { ...ORDER, ...more } },
  })

export const readRun = ({ id }: { id: string }, person = ada) =>
  person.call(api.headshotRuns.detail, { params: { id } })

export const setsOf = async (person = ada) =>
  (await person.call(api.headshotRuns.list, { query: {} })).results

export async function until(
  run: { id: string },
  status: HeadshotRun['status'],
): Promise<HeadshotRun> {
  await expect
    .poll(async () => (await readRun(run)).status, { timeout: 40_000, interval: 50 })
    .toBe(status)
  return readRun(run)
}

/** Until no shot is drawn any more. */
export async function untilSettled(run: { id: string }): Promise<HeadshotRun> {
  const open = async () =>
    (await readRun(run)).shots.filter(({ status }) => status === 'drawing').length
  await expect.poll(open, { timeout: 40_000, interval: 50 }).toBe(0)
  return readRun(run)
}

/** What is paid is what is gone, nothing is held, and the books agree. */
export async function expectPaid(credits: number, person = ada): Promise<void> {
  expect(await balanceOf(person)).toEqual({ credits: HAD - credits, credits_held: 0 })
  expect(await app.context.credits.reconcile()).toEqual([])
}

export const redo = (run: HeadshotRun, shot: { id: string }) =>
  ada.call(api.headshotRuns.redo, { params: { id: run.id, shot: shot.id }, body: {} })
