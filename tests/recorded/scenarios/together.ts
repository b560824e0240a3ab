import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import type { BatchRequest } from '#contract/jobs/batch.ts'
import type { GridRequestInput } from '#contract/jobs/grid.ts'
import type { PlanName } from '#contract/users.ts'
import { PLAN_NAMES } from '#contract/values/users.ts'
import { ROWS } from '#server/domains/jobs/kinds/testing/rows.ts'
import type { Recorder } from '../recorder.ts'
import type { Scenario } from './scenario.ts'

const BATCH_PLANS: PlanName[] = ['free', 'starter', 'pro']

async function orderBatch(
  recorder: Recorder,
  jobs: GenerationRequestInput[],
  key: string,
): Promise<void> {
  const body = { jobs } as BatchRequest
  const quote = await recorder.ask(api.quotes.create, { body })
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key }
  const batch = await recorder.ask(api.inferenceJobs.createBatch, { body }, headers)
  await recorder.ask(api.inferenceJobs.createBatch, { body }, headers)
  if (batch)
    await recorder.ask(api.inferenceJobs.cancelBatch, { params: { id: batch.id }, body: {} })
  if (!quote) return
  const again = await recorder.ask(api.inferenceJobs.createBatch, {
    body: { ...body, quote: quote.id },
  })
  if (again)
    await recorder.ask(api.inferenceJobs.cancelBatch, { params: { id: again.id }, body: {} })
}

const GRIDS: Record<string, GridRequestInput> = {
  seeds: {
    request: { prompt: 'a fox', width: 64, height: 64 },
    x: { of: 'seed', values: [1, 2] },
    y: { of: 'steps', values: [4, 8] },
  },
  words: {
    request: { prompt: 'a red fox', width: 64, height: 64, seed: 5 },
    x: { of: 'prompt', find: 'red', values: ['red', 'blue', 'green'] },
    y: { of: 'guidance_scale', values: [3, 7] },
    z: {
      of: 'size',
      values: [
        { width: 64, height: 64 },
        { width: 128, height: 64 },
      ],
    },
  },
  refused: {
    request: { prompt: 'a red fox', width: 64, height: 64, seed: 5 },
    x: { of: 'prompt', find: 'red', values: ['nude child', 'blue'] },
    y: { of: 'steps', values: [4] },
  },
}

async function orderGrid(recorder: Recorder, grid: GridRequestInput, key: string): Promise<void> {
  const quote = await recorder.ask(api.quotes.create, { body: grid })
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key }
  const ends = async (made: { id: string } | null) => {
    if (made)
      await recorder.ask(api.inferenceJobs.cancelBatch, { params: { id: made.id }, body: {} })
  }
  await ends(await recorder.ask(api.grids.create, { body: grid }, headers))
  if (quote)
    await ends(await recorder.ask(api.grids.create, { body: { ...grid, quote: quote.id } }))
}

const DRAWN = { prompt: 'a fox', width: 64, height: 64, num_images: 2 }

export const togetherScenarios: Scenario[] = [
  ...BATCH_PLANS.flatMap((plan) =>
    Object.entries(ROWS).map(([type, row]): Scenario => ({
      name: `${plan}: batch of ${type}`,
      plan,
      play: (recorder, { image }) =>
        orderBatch(recorder, [row.request(image), row.request(image)], `batch ${plan} ${type}`),
    })),
  ),
  ...PLAN_NAMES.map((plan): Scenario => ({
    name: `${plan}: batch of drawings, one of them refused`,
    plan,
    play: (recorder) =>
      orderBatch(
        recorder,
        [
          { ...DRAWN, seed: 1 },
          { ...DRAWN, seed: 2, prompt: 'a nude child' },
          { ...DRAWN, seed: 3, num_images: 4 },
        ],
        `batch ${plan} mixed`,
      ),
  })),
  ...PLAN_NAMES.flatMap((plan) =>
    Object.entries(GRIDS).map(([what, grid]): Scenario => ({
      name: `${plan}: grid of ${what}`,
      plan,
      play: (recorder) => orderGrid(recorder, grid, `grid ${plan} ${what}`),
    })),
  ),
]
