import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Sampler } from '#contract/samplers.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import { readModelFolder } from '../model/model-folder.ts'
import { loadNetworks } from '../networks.ts'
import { encodePrompts, pictureDenoiser } from '../picture-denoiser.ts'
import { findSampler } from '../samplers/index.ts'
import type { Vector } from '../samplers/vector.ts'
import { createSchedule } from '../schedule.ts'
import { loadTokenizer } from '../tokenizer/load-tokenizer.ts'
import { relativeError } from './check-samplers.ts'

const numbers = z.array(z.number())
const expectedSchema = z.array(
  z.object({
    sampler: z.enum(SAMPLERS),
    prompt: z.string(),
    negativePrompt: z.string(),
    steps: z.int(),
    guidance: z.number(),
    width: z.int(),
    height: z.int(),
    inputIds: numbers,
    noise: numbers,
    latents: numbers,
    image: numbers.optional(),
  }),
)

/** How far a drawing is from its reference: greatest difference over greatest value. */
export interface PipelineCheck {
  sampler: Sampler
  tokensEqual: boolean
  latents: number
  /** Null where the reference has no picture. */
  image: number | null
}

/** Draws what `expected.json` of a model folder describes, from the noise given there. Throws EngineError `model_broken`. */
export async function checkPipeline(folder: string): Promise<PipelineCheck[]> {
  const text = await readFile(path.join(folder, 'expected.json'), 'utf8')
  const description = await readModelFolder(folder)
  const model = {
    schedule: createSchedule(description.scheduler),
    tokenizer: await loadTokenizer(folder),
    networks: await loadNetworks(description, 1),
  }
  const checks: PipelineCheck[] = []
  for (const expected of expectedSchema.parse(JSON.parse(text))) {
    const { sampler: name, steps, guidance: guidanceScale } = expected
    const size = {
      width: expected.width / description.downscale,
      height: expected.height / description.downscale,
    }
    const states = await encodePrompts(model, { ...expected, guidanceScale })
    const sampling = findSampler(name)!.sample({
      schedule: model.schedule,
      steps,
      start: Float64Array.from(expected.noise),
      noise: () => new Float64Array(expected.noise.length).fill(NaN),
      denoise: pictureDenoiser(model, states, size, guidanceScale),
    })
    const latents = await finish(sampling)
    const picture = await model.networks.decode(Float32Array.from(latents), size)
    checks.push({
      sampler: name,
      tokensEqual: model.tokenizer.encode(expected.prompt).join() === expected.inputIds.join(),
      latents: relativeError(latents, expected.latents),
      image: expected.image ? relativeError(picture.data, expected.image) : null,
    })
  }
  return checks
}

async function finish(sampling: AsyncGenerator<unknown, Vector, void>): Promise<Vector> {
  for (;;) {
    const { done, value } = await sampling.next()
    if (done) return value
  }
}
