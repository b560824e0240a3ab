import type { GenerationModel } from '#contract/generation-servers.ts'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import type { GenerationForm, KnownLoras } from '#web/features/generate/lib/form.ts'
import { formOfRequest } from '#web/features/generate/lib/form-of-request.ts'
import type { FoundSettings, LeftOut } from './found-settings.ts'

/** What this site has. */
interface Here {
  models: readonly GenerationModel[]
  loras: KnownLoras | null
  samplers: ReadonlySet<string>
}

/** A form with settings of a file, and what of them is not here. */
export interface TakenOver {
  form: GenerationForm
  /** Never replaced by something else without a word. */
  missing: LeftOut[]
}

/** The fields of the form by their names in a request. */
const FIELDS: Readonly<Record<string, keyof GenerationForm>> = {
  prompt: 'prompt',
  negative_prompt: 'negativePrompt',
  model: 'model',
  style: 'style',
  width: 'width',
  height: 'height',
  num_images: 'numImages',
  steps: 'steps',
  guidance_scale: 'guidanceScale',
  sampler: 'sampler',
  variation_strength: 'variation',
  hires: 'hires',
  guidance_rescale: 'guidanceRescale',
  loras: 'loras',
}

const isSame = (a: string, b: string): boolean =>
  a.toLowerCase().replaceAll(/[^a-z0-9]/g, '') === b.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** To the nearest size that can be asked for. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined
  const { min, max, step } = LIMITS.size
  return Math.min(max, Math.max(min, Math.round(value / step) * step))
}

/** The model, sampler and LoRAs of the file that this site has under the same names, and those that it has not. */
function findHere(found: FoundSettings, here: Here) {
  const missing: LeftOut[] = []
  const model = here.models.find(
    ({ id, name }) => found.model !== null && [id, name].some((one) => isSame(one, found.model!)),
  )
  if (found.model !== null && !model) missing.push({ kind: 'model', name: found.model })
  const sampler = [...here.samplers].find((one) => one === found.sampler)
  if (found.sampler !== null && sampler === undefined) {
    missing.push({ kind: 'sampler', name: found.sampler })
  }
  const loras = found.loras?.flatMap(({ model: name, weight }) => {
    const id = [...(here.loras?.keys() ?? [])].find((one) => isSame(one, name))
    if (id === undefined) missing.push({ kind: 'lora', name })
    return id === undefined ? [] : [{ model: id, weight }]
  })
  return { model: model?.id, sampler, loras, missing }
}

/** A seed that can be asked for; null for a larger one. */
function seedHere(seed: string | null): number | null {
  const value = seed === null ? null : BigInt(seed)
  return value !== null && value <= BigInt(LIMITS.seed.max) ? Number(value) : null
}

/**
 * Fills the form from what was found in a file, with the model, sampler and LoRAs of the same names. What was not found,
 * or is not here, stays as it was in the form.
 */
export function takeOver(found: FoundSettings, here: Here, current: GenerationForm): TakenOver {
  const { model, sampler, loras, missing } = findHere(found, here)
  const seed = seedHere(found.seed)
  if (found.seed !== null && seed === null) missing.push({ kind: 'seed', name: found.seed })
  const [width, height] = [sizeOf(found.request['width']), sizeOf(found.request['height'])]
  const { prompt, ...others } = found.request
  // Nothing is made of no words, so an empty prompt is none.
  const isEmpty = prompt === ''
  if (isEmpty) missing.push({ kind: 'prompt', name: '' })
  const request: Record<string, unknown> = {
    ...others,
    ...(prompt !== undefined && !isEmpty && { prompt }),
    ...(loras !== undefined && { loras }),
    ...(model !== undefined && { model }),
    ...(sampler !== undefined && { sampler }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    // The seed is that of one image.
    ...(seed !== null && { num_images: 1 }),
  }
  const read = formOfRequest(request, 'advanced', seed)
  const taken = Object.entries(FIELDS)
    .filter(([name]) => name in request)
    .map(([, field]) => [field, read[field]] as const)
  return {
    form: {
      ...current,
      mode: 'advanced',
      ...Object.fromEntries(taken),
      ...(seed !== null && { seed }),
    },
    missing: [...missing, ...found.leftOut],
  }
}
