import type { FieldProblems } from '../lib/order.ts'
import type { Tool } from '../lib/tool.ts'

/** Where on the page a problem is shown beside its field. */
export type FormPart = 'panel' | 'settings' | 'advanced'

const ADVANCED = new Set([
  'negative_prompt',
  'model',
  'sampler',
  'steps',
  'guidance_scale',
  'guidance_rescale',
  'seed',
  'variation_seed',
  'variation_strength',
  'hires',
])
const OF_SOURCE = new Set(['strength', 'mask', 'mask_feather', 'outpaint'])

/** The place of a field's problem; null: no field of the page shows it. */
export function placeOf(field: string, tool: Tool): FormPart | null {
  if (field === 'prompt' || field === 'loras') return 'panel'
  if (tool === 'image' && (field === 'image' || field === 'type')) return 'panel'
  if (field === 'width' || field === 'height' || field === 'controls') return 'settings'
  if (tool === 'image' && OF_SOURCE.has(field)) return 'settings'
  return ADVANCED.has(field) ? 'advanced' : null
}

/** A problem that stands beside no field that can be seen now: it is said above the button. */
export interface UnseenProblem {
  text: string
  /** What has to be opened to see its field; null: there is none. */
  place: Exclude<FormPart, 'panel'> | null
}

/**
 * The first problem that cannot be seen, or null.
 * @param seen the places that are on the screen
 */
export function findUnseen(
  problems: FieldProblems,
  tool: Tool,
  seen: ReadonlySet<FormPart>,
): UnseenProblem | null {
  for (const [field, text] of Object.entries(problems)) {
    const place = placeOf(field, tool)
    if (place === null) return { text, place }
    if (place !== 'panel' && !seen.has(place)) return { text, place }
  }
  return null
}
