import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { PlanName } from '#contract/users.ts'
import type { Scenario } from './scenario.ts'

const BASE = { prompt: 'a red fox', width: 64, height: 64, num_images: 1, seed: 5 }
const PLANS: PlanName[] = ['free', 'pro']

const WRONG: Record<string, GenerationRequestInput> = {
  'an unknown model': { ...BASE, model: 'nothing' },
  'an image that is not there': { type: 'RB', image: '00000000-0000-4000-8000-000000000099' },
  'too many pixels': { ...BASE, width: 2048, height: 2056 },
  'a style that is none': { ...BASE, style: 'no such style' },
  'words that are refused': { ...BASE, prompt: 'a nude child', num_images: 4 },
}

const refused = (plan: PlanName): Scenario[] => [
  ...Object.entries(WRONG).map(([what, body]): Scenario => ({
    name: `${plan}: refused for ${what}`,
    plan,
    async play(recorder) {
      await recorder.ask(api.quotes.create, { body })
      await recorder.ask(api.inferenceJobs.create, { body })
    },
  })),
  {
    name: `${plan}: a quote of another request, of another person, expired`,
    plan,
    async play(recorder, _has, { app, people }) {
      const quote = await recorder.ask(api.quotes.create, { body: BASE })
      if (!quote) return
      const other = people[plan === 'free' ? 'pro' : 'free'].person
      const create = api.inferenceJobs.create
      await recorder.ask(create, { body: { ...BASE, seed: 6, quote: quote.id } })
      await recorder.ask(create, { body: { ...BASE, quote: quote.id } }, {}, other)
      await app.db.pool.query('update quotes set expires_at = now() where id = $1', [quote.id])
      await recorder.ask(create, { body: { ...BASE, quote: quote.id } })
    },
  },
  {
    name: `${plan}: a full queue`,
    plan,
    async play(recorder) {
      const jobs = []
      for (let number = 0; number < 40; number++) {
        const job = await recorder.ask(api.inferenceJobs.create, {
          body: { ...BASE, seed: number },
        })
        if (!job) break
        jobs.push(job)
      }
      for (const { id } of jobs.toReversed())
        await recorder.ask(api.inferenceJobs.cancel, { params: { id }, body: {} })
    },
  },
  {
    name: `${plan}: batches that do not fit`,
    plan,
    async play(recorder, { image }) {
      const { createBatch } = api.inferenceJobs
      const send = (jobs: GenerationRequestInput[]) => recorder.ask(createBatch, { body: { jobs } })
      await send([
        { type: 'RB', image },
        { type: 'UI', image, scale: 2 },
      ])
      await send([
        { type: 'RB', image },
        { type: 'RB', image: '00000000-0000-4000-8000-000000000099' },
      ])
      await send([{ type: 'VID', image, duration: 2 }])
    },
  },
]

export const refusalScenarios: Scenario[] = [
  ...PLANS.flatMap(refused),
  {
    name: 'free: without a verified email, and without credits',
    plan: 'free',
    async play(recorder, _has, { poor, unverified }) {
      for (const person of [unverified, poor]) {
        await recorder.ask(api.inferenceJobs.create, { body: BASE }, {}, person)
        await recorder.ask(api.inferenceJobs.createBatch, { body: { jobs: [BASE] } }, {}, person)
        const body = { prompt: 'a fox' }
        await recorder.ask(api.proposals.improvePrompt, { body }, {}, person)
      }
    },
  },
]
