import { createDenoiser } from './denoiser.ts'
import type { LatentSize, Networks, TextStates } from './networks.ts'
import type { Vector } from './samplers/vector.ts'
import type { NoiseSchedule } from './schedule.ts'
import type { Tokenizer } from './tokenizer/tokenizer.ts'

interface DenoisingModel {
  networks: Networks
  schedule: NoiseSchedule
  tokenizer: Tokenizer
}

/** Encodes the prompt and, where guidance needs it, the negative prompt in the place of "no prompt". */
export async function encodePrompts(
  { tokenizer, networks }: DenoisingModel,
  { prompt, negativePrompt, guidanceScale }: PromptAndGuidance,
): Promise<TextStates> {
  const alone = guidanceScale === 1 || networks.knowsGuidance
  const texts = alone ? [prompt] : [prompt, negativePrompt]
  return networks.encodeText(texts.map((text) => tokenizer.encode(text)))
}

export interface PromptAndGuidance {
  prompt: string
  negativePrompt: string
  guidanceScale: number
}

/** D(x, sigma) of a model for encoded prompts, one network run a call. */
export function pictureDenoiser(
  { networks, schedule }: DenoisingModel,
  states: TextStates,
  size: LatentSize,
  guidanceScale: number,
): (x: Vector, sigma: number) => Promise<Vector> {
  return createDenoiser(
    schedule,
    async (input, timestep) => {
      const rows = await networks.predict(input, size, timestep, states, guidanceScale)
      return { conditional: rows[0]!, unconditional: rows[1] ?? null }
    },
    guidanceScale,
  )
}
