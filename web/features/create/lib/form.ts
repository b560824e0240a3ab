import type { DrawingRequestInput } from '#contract/generation-request.ts'
import type { GenerationModel } from '#contract/generation-servers.ts'
import { DEFAULTS, LIMITS } from '#contract/jobs/drawing.ts'
import { SAMPLERS, type Sampler } from '#contract/samplers.ts'

export type CreateMode = 'basic' | 'advanced'

/** What the panel of the create page edits. */
export interface GenerationForm {
  mode: CreateMode
  prompt: string
  negativePrompt: string
  /** null: the engine's default model. */
  model: string | null
  style: string | null
  width: number
  height: number
  numImages: number
  /** These three: null is what suits the model. */
  steps: number | null
  guidanceScale: number | null
  sampler: Sampler | null
  /** null: random each time. */
  seed: number | null
  /** Noise of another seed that is mixed in; a seed of null is drawn. */
  variation: { seed: number | null; strength: number } | null
  /** A second pass in a larger size. */
  hires: { scale: number; steps: number; strength: number } | null
  /** 0: none. */
  guidanceRescale: number
  /** LoRAs that were picked or came by a link, beside the tags in the prompt. */
  loras: { model: string; weight: number }[]
}

export const EMPTY_FORM: GenerationForm = {
  mode: 'basic',
  prompt: '',
  negativePrompt: '',
  model: null,
  style: null,
  width: DEFAULTS.size,
  height: DEFAULTS.size,
  numImages: DEFAULTS.num_images,
  steps: null,
  guidanceScale: null,
  sampler: null,
  seed: null,
  variation: null,
  hires: null,
  guidanceRescale: 0,
  loras: [],
}

export const FIRST_VARIATION = { seed: null, strength: 0.2 }
export const FIRST_HIRES = { scale: 2, steps: 0, strength: 0.5 }

/** Fields that "Advanced" folds away; the page says how many differ from their defaults. */
const ADVANCED = [
  'negativePrompt',
  'steps',
  'guidanceScale',
  'guidanceRescale',
  'sampler',
  'seed',
  'variation',
  'hires',
  'model',
] as const

/** What a model is drawn with where the form does not say. */
export type ModelDefaults = GenerationModel['defaults']

/** The form with what suits its model where it does not say. */
export const filledForm = (form: GenerationForm, usual: ModelDefaults) => ({
  ...form,
  steps: form.steps ?? usual.steps,
  guidanceScale: form.guidanceScale ?? usual.guidance_scale,
  sampler: form.sampler ?? usual.sampler,
})

/** How many advanced settings differ from the defaults. */
export function countChanged(form: GenerationForm, usual: ModelDefaults): number {
  const [now, untouched] = [filledForm(form, usual), filledForm(EMPTY_FORM, usual)]
  return ADVANCED.filter((field) => now[field] !== untouched[field]).length
}

/** The form with its advanced settings back at the defaults. */
export const resetAdvanced = (form: GenerationForm): GenerationForm => ({
  ...form,
  ...Object.fromEntries(ADVANCED.map((field) => [field, EMPTY_FORM[field]])),
})

/** The request that this form asks for; of more images than one job makes, see `orderOf`. */
export function requestOfForm(form: GenerationForm): DrawingRequestInput {
  return {
    type: 'TTI',
    prompt: form.prompt.trim(),
    negative_prompt: form.negativePrompt.trim(),
    width: form.width,
    height: form.height,
    num_images: form.numImages,
    ...(form.steps === null ? {} : { steps: form.steps }),
    ...(form.guidanceScale === null ? {} : { guidance_scale: form.guidanceScale }),
    ...(form.sampler === null ? {} : { sampler: form.sampler }),
    seed: form.seed,
    loras: form.loras,
    ...(form.model === null ? {} : { model: form.model }),
    ...(form.style === null ? {} : { style: form.style }),
    ...(form.variation && {
      variation_strength: form.variation.strength,
      ...(form.variation.seed !== null && { variation_seed: form.variation.seed }),
    }),
    ...(form.hires && { hires: form.hires }),
    ...(form.guidanceRescale > 0 && { guidance_rescale: form.guidanceRescale }),
  }
}

const isSampler = (value: unknown): value is Sampler =>
  (SAMPLERS as readonly unknown[]).includes(value)

/** The form that makes a job's request again; what it does not name keeps its default. */
export function formOfRequest(
  request: Record<string, unknown>,
  mode: CreateMode,
  seed: number | null,
): GenerationForm {
  const text = (name: string) => (typeof request[name] === 'string' ? request[name] : '')
  const number = <Fallback>(name: string, fallback: Fallback) =>
    typeof request[name] === 'number' ? request[name] : fallback
  return {
    mode,
    prompt: text('prompt'),
    negativePrompt: text('negative_prompt'),
    model: text('model') === '' ? null : text('model'),
    style: text('style') === '' ? null : text('style'),
    width: number('width', EMPTY_FORM.width),
    height: number('height', EMPTY_FORM.height),
    numImages: number('num_images', EMPTY_FORM.numImages),
    steps: number('steps', EMPTY_FORM.steps),
    guidanceScale: number('guidance_scale', EMPTY_FORM.guidanceScale),
    sampler: isSampler(request['sampler']) ? request['sampler'] : EMPTY_FORM.sampler,
    seed,
    variation: variationOf(request),
    hires: hiresOf(request),
    guidanceRescale: number('guidance_rescale', EMPTY_FORM.guidanceRescale),
    loras: lorasOf(request),
  }
}

type Request = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Request => typeof value === 'object' && value !== null

function variationOf({
  variation_seed: seed,
  variation_strength: strength,
}: Request): GenerationForm['variation'] {
  if (typeof strength !== 'number') return null
  return { seed: typeof seed === 'number' ? seed : null, strength }
}

function lorasOf({ loras }: Request): GenerationForm['loras'] {
  if (!Array.isArray(loras)) return []
  return loras.flatMap((lora: unknown) => {
    if (!isRecord(lora) || typeof lora['model'] !== 'string') return []
    const { model, weight } = lora
    return [{ model, weight: typeof weight === 'number' ? weight : 1 }]
  })
}

function hiresOf({ hires }: Request): GenerationForm['hires'] {
  if (!isRecord(hires) || typeof hires['scale'] !== 'number') return null
  const { scale, steps, strength } = hires
  return {
    scale,
    steps: typeof steps === 'number' ? steps : FIRST_HIRES.steps,
    strength: typeof strength === 'number' ? strength : FIRST_HIRES.strength,
  }
}

/** Numbers that a link may name, with what they may be. */
const LINKED_NUMBERS = {
  width: LIMITS.size,
  height: LIMITS.size,
  steps: LIMITS.steps,
  guidance_scale: LIMITS.guidance,
  seed: LIMITS.seed,
} as const

/** The query parameters of a link to the page that fill the form. */
export const LINK_NAMES: readonly string[] = [
  'prompt',
  'model',
  'selected_mode',
  'lora_models',
  'lora_weights',
  'style',
  'sampler',
  ...Object.keys(LINKED_NUMBERS),
]

/**
 * A new form from the query parameters of a link to the page: `prompt`, `model`, `selected_mode`, `lora_models` and
 * `lora_weights` (comma-separated, in the same order; a missing weight is 1), and settings by the names of a request.
 * Of the current one only the mode stays, or what an earlier link named could stand in the way of this one. A number that
 * is out of range is as good as not named. Null when the link names none.
 */
export function formOfLink(
  search: URLSearchParams,
  current: GenerationForm,
): GenerationForm | null {
  if (!LINK_NAMES.some((name) => search.has(name))) return null
  const mode = search.get('selected_mode')
  const weights = (search.get('lora_weights') ?? '').split(',')
  const loras = (search.get('lora_models') ?? '')
    .split(',')
    .map((model) => model.trim())
    .filter((model) => model !== '')
    .map((model, index) => ({ model, weight: weightOf(weights[index]) }))
  const numbers: Record<string, number> = Object.fromEntries(
    Object.entries(LINKED_NUMBERS).flatMap(([name, { min, max }]) => {
      const value = Number(search.get(name) || NaN)
      return value >= min && value <= max ? [[name, value]] : []
    }),
  )
  const named = {
    ...numbers,
    prompt: (search.get('prompt') ?? '').slice(0, LIMITS.prompt),
    model: search.get('model') ?? '',
    style: search.get('style') ?? '',
    sampler: search.get('sampler'),
    loras,
  }
  const isMode = mode === 'advanced' || mode === 'basic'
  return formOfRequest(named, isMode ? mode : current.mode, numbers['seed'] ?? null)
}

/** One that is out of range stays as it is: its chip says so. */
function weightOf(text: string | undefined): number {
  const weight = text === undefined || text.trim() === '' ? 1 : Number(text)
  return Number.isFinite(weight) ? weight : 1
}

/** By name: why a LoRA cannot be used, or null. */
export type KnownLoras = ReadonlyMap<string, string | null>
