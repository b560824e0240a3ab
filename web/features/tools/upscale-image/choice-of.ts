import { nearestStrength } from '#web/features/tool-page/refine/strengths.ts'
import type { Choice } from './upscale-fields.tsx'

const SCALES = [2, 3, 4, 8] as const

/** What was chosen for a job with these parameters. */
export function choiceOf(parameters: Readonly<Record<string, unknown>>): Partial<Choice> {
  const { type, scale, prompt, strength } = parameters
  const model = type === 'UIT' ? 'guided' : type === 'UU' ? 'pro' : 'fast'
  return {
    model,
    scale: SCALES.find((one) => one === scale) ?? 2,
    ...(model === 'guided' && {
      prompt: typeof prompt === 'string' ? prompt : '',
      strength: nearestStrength(strength),
    }),
  }
}
