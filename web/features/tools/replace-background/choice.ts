import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { type Backdrop, fieldsOf } from '../backdrop/backdrop.ts'

/** Where the new background comes from. */
export const WAYS = ['drawn', 'image', 'color'] as const
export type Way = (typeof WAYS)[number]

/** A background that is even, or goes from one color to another, downwards. */
export type Plain = Extract<Backdrop, { kind: 'color' | 'gradient' }>

export interface Choice {
  way: Way
  prompt: string
  plain: Plain
}

type Background = Omit<Extract<GenerationRequestInput, { type: 'RPB' }>, 'type' | 'image'>

/**
 * The background of a request; null while something is missing.
 * @param image id of the background image, when one is chosen
 */
export function backgroundOf(
  { way, prompt, plain }: Choice,
  image: string | null,
): Background | null {
  if (way === 'drawn') return prompt.trim() === '' ? null : { prompt: prompt.trim() }
  if (way === 'image') return image === null ? null : { background_image: image }
  return fieldsOf(plain)
}
