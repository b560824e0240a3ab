import { api } from '#contract/index.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import type { PlanName } from '#contract/users.ts'
import { PLAN_NAMES } from '#contract/values/users.ts'
import { ORDER } from '#server/domains/headshots/testing/set-app.ts'
import { ofPerson, packInput } from '#server/domains/packs/testing/pack-app.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import type { Recorder } from '../recorder.ts'
import { fixPack, type Stage } from '../stage.ts'
import type { Scenario } from './scenario.ts'

const PACK_PLANS: PlanName[] = ['free', 'starter', 'pro']

/** A pack of somebody's own, under ids that stay. */
async function draft(
  recorder: Recorder,
  stage: Stage,
  number: number,
  ofWhom: 'none' | 'person',
): Promise<string> {
  const input = ofWhom === 'none' ? packInput() : ofPerson()
  const shots = input.shots.map((shot, seed) => ({ ...shot, seed }))
  const { id } = await recorder.person.call(api.photoPacks.create, { body: { ...input, shots } })
  return fixPack(stage.app, id, number)
}

async function cancelRunning({ person }: Recorder): Promise<void> {
  const { results } = await person.call(api.inferenceJobs.running, { query: {} })
  for (const { id } of results)
    await person.call(api.inferenceJobs.cancel, { params: { id }, body: {} })
}

/** Has all shots of a run ordered, and ends each of their jobs. */
async function cancelShots(recorder: Recorder, { app }: Stage): Promise<void> {
  for (let number = 0; number < 10; number++) {
    await app.context.packs.sweep()
    await cancelRunning(recorder)
  }
}

const packs = (plan: PlanName, number: number): Scenario[] => [
  {
    name: `${plan}: run of a pack, by quote and under a key, stopped`,
    plan,
    async play(recorder, _has, stage) {
      const id = await draft(recorder, stage, number, 'none')
      const body = { training: null }
      const call = `photo_packs/${id}/run/`
      const quote = await recorder.ask(api.quotes.create, { body: { call, body } })
      // A quote has another id each time, so its body another hash under a key.
      const orders = [
        [body, { [IDEMPOTENCY_KEY_HEADER]: `run ${plan}` }],
        [{ ...body, ...(quote && { quote: quote.id }) }, {}],
      ] as const
      for (const [order, headers] of orders) {
        const run = await recorder.ask(api.photoPacks.run, { params: { id }, body: order }, headers)
        if (!run) return
        await stage.app.context.packs.sweep()
        await recorder.ask(api.photoPacks.readRun, { params: { id: run.id } })
        await recorder.ask(api.photoPacks.cancelRun, { params: { id: run.id }, body: {} })
      }
    },
  },
  {
    name: `${plan}: run of a pack of a person, tried again for free and for a price, a prompt swapped`,
    plan,
    async play(recorder, { model }, stage) {
      const id = await draft(recorder, stage, number + 5, 'person')
      const run = await recorder.ask(api.photoPacks.run, {
        params: { id },
        body: { training: model },
      })
      if (!run) return
      const params = { id: run.id }
      await cancelShots(recorder, stage)
      const swapped = { ...params, shot: run.shots[0]!.id }
      await recorder.ask(api.photoPacks.swap, {
        params: swapped,
        body: { prompt: 'a statue of {subject}' },
      })
      await recorder.ask(api.photoPacks.retry, { params, body: {} })
      await stage.app.context.packs.sweep()
      await recorder.ask(api.photoPacks.cancelRun, { params, body: {} })
      await recorder.ask(api.photoPacks.retry, { params, body: {} })
      const call = `photo_packs/runs/${run.id}/retry/`
      const quote = await recorder.person.call(api.quotes.create, { body: { call, body: {} } })
      // It binds shots whose ids are others each time.
      recorder.forgetHashes()
      await recorder.ask(api.photoPacks.retry, { params, body: { quote: quote.id } })
      await stage.app.context.packs.sweep()
      await recorder.ask(api.photoPacks.cancelRun, { params, body: {} })
    },
  },
]

const training = (plan: PlanName): Scenario => ({
  name: `${plan}: training, by quote, stopped, started again, deleted`,
  plan,
  async play(recorder, { studio: id }) {
    const { loraTrainings } = api
    const call = `lora_trainings/${id}/start_training/`
    const quote = await recorder.ask(api.quotes.create, { body: { call } })
    const body = quote ? { quote: quote.id } : {}
    await recorder.ask(loraTrainings.start, { params: { id }, body })
    await recorder.ask(loraTrainings.start, { params: { id }, body })
    await recorder.ask(loraTrainings.start, { params: { id }, body: {} })
    await recorder.ask(loraTrainings.cancel, { params: { id }, body: {} })
    await recorder.ask(loraTrainings.start, { params: { id }, body: {} })
    await recorder.ask(loraTrainings.remove, { params: { id } })
  },
})

const set = (plan: PlanName): Scenario => ({
  name: `${plan}: set of headshots, its shots cancelled, one drawn again`,
  plan,
  async play(recorder, { model: id }, { app }) {
    const body = ORDER
    const call = `lora_trainings/${id}/payment_headshot/`
    const quote = await recorder.ask(api.quotes.create, { body: { call, body } })
    const run = await recorder.ask(api.headshotRuns.order, {
      params: { id },
      body: { ...body, ...(quote && { quote: quote.id }) },
    })
    if (!run) return
    await recorder.ask(api.headshotRuns.order, { params: { id }, body })
    await app.context.headshots.sweep()
    await cancelRunning(recorder)
    await app.context.headshots.sweep()
    const params = { id: run.id, shot: run.shots[0]!.id }
    await recorder.ask(api.headshotRuns.redo, { params, body: {} })
    await recorder.ask(api.headshotRuns.remove, { params: { id: run.id } })
  },
})

const proposals = (plan: PlanName): Scenario => ({
  name: `${plan}: proposals, written, repeated, refused and failed`,
  plan,
  async play(recorder, { image }, { engine }) {
    const { improvePrompt, describeImage } = api.proposals
    const headers = { [IDEMPOTENCY_KEY_HEADER]: `words ${plan}` }
    await recorder.ask(improvePrompt, { body: { prompt: 'a fox', price: 3 } }, headers)
    await recorder.ask(improvePrompt, { body: { prompt: 'a fox', price: 3 } }, headers)
    await recorder.ask(improvePrompt, { body: { prompt: 'an owl' } }, headers)
    await recorder.ask(improvePrompt, { body: { prompt: 'a fox', price: 2 } })
    await recorder.ask(improvePrompt, { body: { prompt: 'a nude child' } })
    await recorder.ask(describeImage, { body: { image } })
    const { script } = engine.words
    engine.words.script = async () => {
      throw new EngineError('engine_failed', 'told to', { retryable: true, userMessage: 'No.' })
    }
    await recorder.ask(improvePrompt, { body: { prompt: 'a fox' } })
    engine.words.script = script
  },
})

export const planScenarios: Scenario[] = [
  ...PACK_PLANS.flatMap((plan, number) => packs(plan, number)),
  ...PLAN_NAMES.map((plan) => training(plan)),
  ...PLAN_NAMES.map((plan) => set(plan)),
  ...PLAN_NAMES.map((plan) => proposals(plan)),
]
