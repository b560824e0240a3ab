import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { type Backdrop, fieldsOf } from '#web/features/tool-page/backdrop/backdrop.ts'

/** Where the new background comes from. */
export const WAYS = ['scene', 'blur', 'color', 'image', 'drawn'] as const
export type Way = (typeof WAYS)[number]

/** A background that is even, or goes from one color to another, downwards. */
export type Plain = Extract<Backdrop, { kind: 'color' | 'gradient' }>

export interface Choice {
  way: Way
  /** Id of a studio or place. */
  scene: string
  prompt: string
  /** Id of the model that draws; null: the preferred one. */
  model: string | null
  plain: Plain
}

type Background = Omit<Extract<GenerationRequestInput, { type: 'RPB' }>, 'type' | 'image'>

/**
 * The background of a request; null while something is missing.
 * @param image id of the background image, when one is chosen
 */
export function backgroundOf(
  { way, scene, prompt, model, plain }: Choice,
  image: string | null,
): Background | null {
  if (way === 'drawn') {
    if (prompt.trim() === '') return null
    return { prompt: prompt.trim(), ...(model !== null && { model }) }
  }
  if (way === 'scene') return { scene }
  if (way === 'blur') return { blur: true }
  if (way === 'image') return image === null ? null : { background_image: image }
  return fieldsOf(plain)
}

/** What was chosen for a job with these parameters, and the background image that it had. */
export function choiceOf({
  scene,
  blur,
  prompt,
  model,
  color,
  gradient,
  background_image: image,
}: Readonly<Record<string, unknown>>): { choice: Partial<Choice>; image: string | null } {
  if (typeof image === 'string') return { choice: { way: 'image' }, image }
  if (typeof scene === 'string') return { choice: { way: 'scene', scene }, image: null }
  if (blur === true) return { choice: { way: 'blur' }, image: null }
  if (typeof color === 'string')
    return { choice: { way: 'color', plain: { kind: 'color', color } }, image: null }
  if (isGradient(gradient)) {
    const { from, to } = gradient
    return { choice: { way: 'color', plain: { kind: 'gradient', from, to } }, image: null }
  }
  const choice: Partial<Choice> = {
    way: 'drawn',
    prompt: typeof prompt === 'string' ? prompt : '',
    model: typeof model === 'string' ? model : null,
  }
  return { choice, image: null }
}

function isGradient(value: unknown): value is { from: string; to: string } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value
}
