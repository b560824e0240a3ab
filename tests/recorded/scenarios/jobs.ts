import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import type { PlanName } from '#contract/users.ts'
import { PLAN_NAMES } from '#contract/values/users.ts'
import { ROWS } from '#server/domains/jobs/kinds/testing/rows.ts'
import type { Recorder } from '../recorder.ts'
import type { Scenario } from './scenario.ts'

const BASE = { prompt: 'a red fox in the snow', width: 64, height: 64, num_images: 1, seed: 5 }

/** Drawings that differ in what they ask for. */
const DRAWINGS: Record<string, (image: string) => GenerationRequestInput> = {
  four: () => ({ ...BASE, num_images: 4 }),
  large: () => ({ ...BASE, width: 1024, height: 768, num_images: 2 }),
  slow: () => ({ ...BASE, steps: 60, guidance_scale: 9, sampler: 'Euler a' }),
  negative: () => ({ ...BASE, negative_prompt: 'blurry', guidance_rescale: 0.5 }),
  loras: () => ({
    ...BASE,
    prompt: 'a fox <lora:ink:0.8>',
    loras: [{ model: 'wash', weight: 0.4 }],
  }),
  hires: () => ({ ...BASE, hires: { scale: 2, steps: 10 }, num_images: 3 }),
  variation: () => ({ ...BASE, variation_seed: 7, variation_strength: 0.3 }),
  changed: (image) => ({ ...BASE, type: 'ITI', image, strength: 0.4, num_images: 2 }),
  inpainted: (image) => ({
    type: 'ITI',
    prompt: 'a hat',
    image,
    mask: image,
    mask_feather: 4,
    seed: 5,
    num_images: 1,
  }),
  outpainted: (image) => ({
    type: 'ITI',
    prompt: 'a hill',
    image,
    outpaint: { left: 64, right: 64 },
    seed: 5,
    num_images: 1,
  }),
  random: () => ({ ...BASE, seed: null }),
  wildcards: () => ({ ...BASE, prompt: 'a {red|blue} fox' }),
}

const ends = async (recorder: Recorder, job: { id: string } | null): Promise<void> => {
  if (job) await recorder.ask(api.inferenceJobs.cancel, { params: { id: job.id }, body: {} })
}

/** Quoted, ordered by the quote under a key, ordered again under it, and cancelled. */
async function orderQuoted(recorder: Recorder, body: GenerationRequestInput): Promise<void> {
  const quote = await recorder.ask(api.quotes.create, { body })
  const order = { ...body, ...(quote && { quote: quote.id }) }
  // A quote has another id each time, and a key is of one request: that of the body alone is told apart by its name.
  const job = await recorder.ask(api.inferenceJobs.create, { body: order })
  await recorder.ask(api.inferenceJobs.create, { body: order })
  await ends(recorder, job)
}

async function orderKeyed(
  recorder: Recorder,
  key: string,
  body: GenerationRequestInput,
): Promise<void> {
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key }
  const job = await recorder.ask(api.inferenceJobs.create, { body }, headers)
  await recorder.ask(api.inferenceJobs.create, { body }, headers)
  const other = { ...BASE, prompt: 'another' }
  await ends(recorder, await recorder.ask(api.inferenceJobs.create, { body: other }, headers))
  await ends(recorder, job)
}

const KEYED_PLANS: PlanName[] = ['free', 'pro']

export const jobScenarios: Scenario[] = [
  ...PLAN_NAMES.flatMap((plan) =>
    Object.entries(ROWS).flatMap(([type, row]): Scenario[] => [
      {
        name: `${plan}: ${type} by quote`,
        plan,
        play: (recorder, { image }) => orderQuoted(recorder, row.request(image)),
      },
      ...(KEYED_PLANS.includes(plan)
        ? [
            {
              name: `${plan}: ${type} under a key`,
              plan,
              play: (recorder, { image }) =>
                orderKeyed(recorder, `recorded ${plan} ${type}`, row.request(image)),
            } satisfies Scenario,
          ]
        : []),
    ]),
  ),
  ...PLAN_NAMES.flatMap((plan) =>
    Object.entries(DRAWINGS).map(([what, request], number): Scenario => ({
      name: `${plan}: drawing, ${what}`,
      plan,
      play: (recorder, { image }) =>
        number % 2 === 0
          ? orderQuoted(recorder, request(image))
          : orderKeyed(recorder, `drawing ${plan} ${what}`, request(image)),
    })),
  ),
  ...PLAN_NAMES.map((plan): Scenario => ({
    name: `${plan}: created or found`,
    plan,
    async play(recorder) {
      const body = { ...BASE, prompt: `a fox of ${plan}`, seed: 9 }
      const job = await recorder.ask(api.inferenceJobs.createOrFind, { body })
      await recorder.ask(api.inferenceJobs.createOrFind, { body })
      await ends(recorder, job)
    },
  })),
  ...PLAN_NAMES.map((plan): Scenario => ({
    name: `${plan}: a price that has changed since its quote`,
    plan,
    async play(recorder, { image }, { app }) {
      const body: GenerationRequestInput = { type: 'UI', image, scale: 3 }
      for (const change of [-1, 1]) {
        const quote = await recorder.ask(api.quotes.create, { body })
        if (!quote) return
        await app.db.pool.query('update quotes set cost = cost + $1 where id = $2', [
          change,
          quote.id,
        ])
        const order = { ...body, quote: quote.id }
        await ends(recorder, await recorder.ask(api.inferenceJobs.create, { body: order }))
      }
    },
  })),
  ...KEYED_PLANS.map((plan): Scenario => ({
    name: `${plan}: tools by paths of their own`,
    plan,
    async play(recorder, { image }) {
      const { inferenceJobs } = api
      await ends(recorder, await recorder.ask(inferenceJobs.removeBackground, { body: { image } }))
      await ends(recorder, await recorder.ask(inferenceJobs.upscale, { body: { image, scale: 2 } }))
      const faces = { source_image: image, target_image: image, consent: true as const }
      await ends(recorder, await recorder.ask(inferenceJobs.faceSwap, { body: faces }))
    },
  })),
]
