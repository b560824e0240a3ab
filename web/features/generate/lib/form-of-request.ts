import { CONTROL_KINDS, LIMITS } from '#contract/values/jobs/drawing.ts'
import { FINISHES } from '#contract/jobs/finishes.ts'
import { SAMPLERS, type Sampler } from '#contract/samplers.ts'
import {
  type CreateMode,
  EMPTY_FORM,
  FIRST_CONTROL,
  FIRST_HIRES,
  type FormControl,
  type GenerationForm,
} from './form.ts'
import { LINK_NAMES, type LinkedNumber } from '#web/lib/link-names.ts'
import { COUNTS } from './many-images.ts'

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
    finish: FINISHES.find((one) => one === request['finish']) ?? null,
    isSet: false,
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
    controls: controlsOf(request),
    loras: lorasOf(request),
    remixOf: text('remix_of') === '' ? null : text('remix_of'),
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

const controlsOf = ({ controls }: Request): FormControl[] =>
  Array.isArray(controls) ? controls.flatMap((one: unknown) => controlOf(one) ?? []) : []

function controlOf(control: unknown): FormControl | null {
  if (!isRecord(control) || typeof control['image'] !== 'string') return null
  const kind = CONTROL_KINDS.find((one) => one === control['kind'])
  if (kind === undefined) return null
  const number = (name: 'strength' | 'start' | 'end') =>
    typeof control[name] === 'number' ? control[name] : FIRST_CONTROL[name]
  return {
    kind,
    image: control['image'],
    strength: number('strength'),
    start: number('start'),
    end: number('end'),
  }
}

/** Numbers that a link may name, with what they may be. */
const LINKED_NUMBERS: Record<LinkedNumber, { min: number; max: number }> = {
  width: LIMITS.size,
  height: LIMITS.size,
  steps: LIMITS.steps,
  guidance_scale: LIMITS.guidance,
  seed: LIMITS.seed,
  num_images: { min: 1, max: COUNTS.at(-1)! },
}

/**
 * A new form from the query parameters of a link to the page: `prompt`, `negative_prompt`, `model`, `selected_mode`, `lora_models` and
 * `lora_weights` (comma-separated, in the same order; a missing weight is 1), and settings by the names of a request.
 * Images, `num_images`, are as many as the page offers. Of the current one only the mode stays, or what an earlier link named could stand in the way of this one. A number that
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
      const isOffered = name !== 'num_images' || COUNTS.includes(value)
      return value >= min && value <= max && isOffered ? [[name, value]] : []
    }),
  )
  const named = {
    ...numbers,
    prompt: (search.get('prompt') ?? '').slice(0, LIMITS.prompt),
    negative_prompt: (search.get('negative_prompt') ?? '').slice(0, LIMITS.prompt),
    model: search.get('model') ?? '',
    style: search.get('style') ?? '',
    remix_of: search.get('remix_of') ?? '',
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
