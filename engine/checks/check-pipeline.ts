import path from 'node:path'
import { z } from 'zod'
import type { Sampler } from '#contract/samplers.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import { reasonOf } from '../model-files.ts'
import type { ModelDescription } from '../diffusion/model/model-folder.ts'
import { readModelFolder } from '../diffusion/model/model-folder.ts'
import type { Networks } from '../diffusion/networks.ts'
import { loadNetworks } from '../diffusion/networks.ts'
import { pictureDenoiser } from '../diffusion/picture-denoiser.ts'
import { conditionOn } from '../diffusion/prompt/conditioning.ts'
import { createTextEncoder } from '../diffusion/prompt/text-encoder.ts'
import { findSampler } from '../diffusion/samplers/index.ts'
import type { Vector } from '../diffusion/samplers/vector.ts'
import { createSchedule } from '../diffusion/schedule.ts'
import { runAlone } from '../diffusion/shared-runs.ts'
import { loadSecondTokenizer, loadTokenizer } from '../diffusion/tokenizer/load-tokenizer.ts'
import type { Tokenizer } from '../diffusion/tokenizer/tokenizer.ts'
import { CheckFileError, MOST_STEPS, readCheckFile } from './check-file.ts'
import { relativeError } from './check-samplers.ts'

const numbers = z.array(z.number())
const expectedSchema = z
  .array(
    z.object({
      sampler: z.enum(SAMPLERS),
      prompt: z.string(),
      negativePrompt: z.string().default(''),
      steps: z.int().positive().max(MOST_STEPS),
      guidance: z.number(),
      width: z.int().positive(),
      height: z.int().positive(),
      inputIds: numbers.optional(),
      noise: numbers,
      /** Unit noise in the order in which an ancestral sampler asks for it. */
      noises: z.array(numbers).default([]),
      latents: numbers,
      image: numbers.optional(),
    }),
  )
  .min(1)

type ExpectedPicture = z.infer<typeof expectedSchema>[number]

const TOLERANCE = 1e-3

/** How far a drawing is from its reference: greatest difference over greatest value. */
export interface PipelineCheck {
  sampler: Sampler
  steps: number
  /** True where the reference has no tokens. */
  tokensEqual: boolean
  latents: number
  /** Null where the reference has no picture. */
  image: number | null
}

/** Whether tokens, latents and picture are equal to the reference. */
export function pipelineHolds({ tokensEqual, latents, image }: PipelineCheck): boolean {
  return tokensEqual && latents <= TOLERANCE && (image ?? 0) <= TOLERANCE
}

/**
 * Draws what `expected.json` of a model folder describes, from the noise given there.
 *
 * @throws EngineError `model_broken`
 * @throws CheckFileError if `expected.json` cannot be used, or has a picture that the model cannot draw
 */
export async function checkPipeline(folder: string): Promise<PipelineCheck[]> {
  const file = path.join(folder, 'expected.json')
  const cases = await readCheckFile(file, expectedSchema)
  const description = await readModelFolder(folder)
  for (const [i, expected] of cases.entries()) {
    const reason = misfit(description, expected)
    if (reason) throw new CheckFileError(`${file} does not fit: ${i}.${reason}.`)
  }
  const tokenizer = await loadTokenizer(folder)
  const networks = await loadNetworks(description, { threads: 1 })
  const checks: PipelineCheck[] = []
  try {
    for (const [i, expected] of cases.entries())
      checks.push(
        await checkCase({ description, tokenizer, networks }, expected).catch((error: unknown) => {
          const size = `${expected.width} x ${expected.height} pixels`
          const reason = `this model cannot draw ${size} (${reasonOf(error)})`
          throw new CheckFileError(`${file} does not fit: ${i}: ${reason}.`, { cause: error })
        }),
      )
  } finally {
    await networks.release()
  }
  return checks
}

interface CheckedModel {
  description: ModelDescription
  tokenizer: Tokenizer
  networks: Networks
}

async function checkCase(
  { description, tokenizer, networks }: CheckedModel,
  expected: ExpectedPicture,
): Promise<PipelineCheck> {
  const { sampler, steps, guidance: guidanceScale } = expected
  const size = {
    width: expected.width / description.downscale,
    height: expected.height / description.downscale,
  }
  const schedule = createSchedule(description.scheduler)
  const textEncoder = createTextEncoder(tokenizer, networks, await loadSecondTokenizer(description))
  const model = { schedule, ask: runAlone(networks), networks, textEncoder }
  const noises = expected.noises.map((noise) => Float64Array.from(noise))
  const conditioning = await conditionOn(model, { ...expected, guidanceScale }, 1)
  const sampling = findSampler(sampler)!.sample({
    schedule,
    steps,
    start: Float64Array.from(expected.noise),
    noise: () => noises.shift() ?? new Float64Array(expected.noise.length).fill(NaN),
    denoise: pictureDenoiser(model, () => conditioning.at(1), size, { guidanceScale }),
  })
  const latents = await finish(sampling)
  const picture = await networks.decode(Float32Array.from(latents), size)
  const read = tokenizer.tokens(expected.prompt).slice(0, tokenizer.maxTokens)
  const tokens = tokenizer.frame(read).join()
  return {
    sampler,
    steps,
    tokensEqual: tokens === (expected.inputIds?.join() ?? tokens),
    latents: relativeError(latents, expected.latents),
    image: expected.image ? relativeError(picture.data, expected.image) : null,
  }
}

/** Why a picture cannot be drawn as it is described; null if it can. */
function misfit(
  { downscale, latentChannels }: ModelDescription,
  { width, height, noise }: ExpectedPicture,
): string | null {
  if (width % downscale !== 0 || height % downscale !== 0)
    return `width: this model draws pictures whose edges are multiples of ${downscale}`
  const wanted = (latentChannels * width * height) / downscale ** 2
  if (noise.length === wanted) return null
  return `noise: has ${noise.length} numbers in the place of ${wanted}`
}

async function finish(sampling: AsyncGenerator<unknown, Vector, void>): Promise<Vector> {
  for (;;) {
    const { done, value } = await sampling.next()
    if (done) return value
  }
}
