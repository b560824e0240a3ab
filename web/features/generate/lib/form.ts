import type { DrawingRequestInput } from '#contract/generation-request.ts'
import type { GenerationModel } from '#contract/generation-servers.ts'
import { type ControlKind, DEFAULTS } from '#contract/values/jobs/drawing.ts'
import type { Finish } from '#contract/jobs/finishes.ts'
import type { Sampler } from '#contract/samplers.ts'

export type CreateMode = 'basic' | 'advanced'

/** What the panel of the create page edits. */
export interface GenerationForm {
  mode: CreateMode
  prompt: string
  negativePrompt: string
  /** null: the engine's default model. */
  model: string | null
  style: string | null
  /** null: with a background. */
  finish: Finish | null
  /** Six images in one style, of the things that the prompt lists. */
  isSet: boolean
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
  /** What leads the drawing; an image of null is still to be chosen. */
  controls: FormControl[]
  /** LoRAs that were picked or came by a link, beside the tags in the prompt. */
  loras: { model: string; weight: number }[]
  /** Published image whose settings filled the form. */
  remixOf: string | null
}

/** Leads a drawing by what an image shows. */
export interface FormControl {
  kind: ControlKind
  image: string | null
  strength: number
  start: number
  end: number
}

export const EMPTY_FORM: GenerationForm = {
  mode: 'basic',
  prompt: '',
  negativePrompt: '',
  model: null,
  style: null,
  finish: null,
  isSet: false,
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
  controls: [],
  loras: [],
  remixOf: null,
}

export const FIRST_VARIATION = { seed: null, strength: 0.2 }
export const FIRST_HIRES = { scale: 2, steps: 0, strength: 0.5 }

export const FIRST_CONTROL = { image: null, strength: 1, start: 0, end: 1 }

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
    ...(form.finish === null ? {} : { finish: form.finish }),
    ...(form.variation && {
      variation_strength: form.variation.strength,
      ...(form.variation.seed !== null && { variation_seed: form.variation.seed }),
    }),
    ...(form.hires && { hires: form.hires }),
    ...(form.guidanceRescale > 0 && { guidance_rescale: form.guidanceRescale }),
    ...(form.remixOf !== null && { remix_of: form.remixOf }),
    ...(form.controls.some(isChosen) && { controls: form.controls.filter(isChosen) }),
  }
}

const isChosen = (control: FormControl): control is FormControl & { image: string } =>
  control.image !== null

/** By name: why a LoRA cannot be used, or null. */
export type KnownLoras = ReadonlyMap<string, string | null>
