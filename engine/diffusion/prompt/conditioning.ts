import type { Networks, TextStates } from '../networks.ts'
import { chunksOverSteps } from './prompt-chunks.ts'
import type { PromptChunk } from './prompt-chunks.ts'
import { joinRows, zeroed } from './text-encoder.ts'
import type { TextEncoder } from './text-encoder.ts'
import { reason, unsupported } from '../../reason.ts'

/** What the denoiser is told in a step beside the latents. */
export interface StepConditioning {
  /**
   * The words, in the rows of one network run or of several: the prompt first, then the negative prompt where
   * guidance needs it. They are two runs where one of them has more chunks, as in A1111.
   */
  runs: readonly TextStates[]
}

/** What the denoiser is told over the steps of a drawing. */
export interface Conditioning {
  /** @param step from 1; what comes after the last is as the last */
  at(step: number): StepConditioning
}

interface ConditionedModel {
  networks: Pick<Networks, 'knowsGuidance' | 'wordCount' | 'emptyIsZero'>
  textEncoder: TextEncoder
}

export interface PromptAndGuidance {
  prompt: string
  negativePrompt: string
  guidanceScale: number
}

/**
 * Everything from a request's words to the inputs of the denoiser.
 *
 * @param steps that are made, over which prompts may change
 * @throws EngineError `unsupported` if a prompt is too long for a denoiser that cannot look at more words
 */
export async function conditionOn(
  { networks, textEncoder }: ConditionedModel,
  { prompt, negativePrompt, guidanceScale }: PromptAndGuidance,
  steps: number,
): Promise<Conditioning> {
  const alone = guidanceScale <= 1 || networks.knowsGuidance
  const overSteps = (alone ? [prompt] : [prompt, negativePrompt]).map((text) =>
    chunksOverSteps(textEncoder.tokenizer, text, steps),
  )
  const known = new Map<string, StepConditioning>()
  const all: StepConditioning[] = []
  for (let step = 0; step < steps; step++) {
    const texts = overSteps.map((chunks) => chunks[step]!)
    const key = JSON.stringify(texts)
    const conditioning = known.get(key) ?? (await conditionStep(texts))
    known.set(key, conditioning)
    all.push(conditioning)
  }
  return { at: (step) => all[Math.min(step, steps) - 1]! }

  async function conditionStep(texts: readonly PromptChunk[][]): Promise<StepConditioning> {
    const rows: TextStates[] = []
    for (const [i, chunks] of texts.entries()) {
      const states = await textEncoder.encode(chunks)
      const isZero = i > 0 && networks.emptyIsZero && isEmpty(chunks)
      rows.push(isZero ? zeroed(states) : states)
    }
    for (const { dims } of rows) requireLength(dims[1] ?? 0)
    const alike = rows.every(({ dims }) => dims[1] === rows[0]!.dims[1])
    return { runs: alike ? [joinRows(rows)] : rows }
  }

  function requireLength(words: number): void {
    if (networks.wordCount === null || words <= networks.wordCount) return
    throw unsupported(reason('engines.promptTooLong', { count: textEncoder.tokenizer.maxTokens }))
  }
}

const isEmpty = (chunks: readonly PromptChunk[]): boolean =>
  chunks.every(({ tokens }) => tokens.length === 0)
