import type {
  ServiceModel,
  ServiceModelChange,
  ServiceModelProblem,
} from '#contract/admin-service-models.ts'
import type { AddedModelEntry, OrderValue, ServiceCost } from '#contract/service-model-entry.ts'
import type { StateLook } from '#web/ui/cells.tsx'
import { typedNumber } from '../add/typed-number.ts'

export const WORK: Record<AddedModelEntry['does'], string> = {
  draw: 'Makes images',
  inpaint: 'Draws over parts of images',
  video: 'Makes videos',
  edit_image: 'Edits images by words',
  remove_background: 'Removes backgrounds',
  upscale: 'Upscales',
}

const UNITS: Record<ServiceCost['per'], string> = {
  image: 'an image',
  megapixel: 'a megapixel',
  second: 'a second of computing',
  compute_second: 'a second of computing',
  request: 'a request',
}

const UNITS_OF_VIDEOS: typeof UNITS = {
  ...UNITS,
  second: 'a second of video',
  request: 'a video',
}

/** By what services bill a kind of work, in words. */
export const unitsOf = (does: AddedModelEntry['does']): typeof UNITS =>
  does === 'video' ? UNITS_OF_VIDEOS : UNITS

/** As {@link unitsOf}, to choose from: of a video alone a second may be two things. */
export function unitOptionsOf(does: AddedModelEntry['does']) {
  const options = optionsOf(unitsOf(does))
  return does === 'video' ? options : options.filter(({ value }) => value !== 'compute_second')
}

/** Those of faces are of tools that cannot be added. */
export const VALUES: Record<Exclude<OrderValue, 'source' | 'target'>, string> = {
  prompt: 'Prompt',
  negative: 'Negative prompt',
  size: 'Size, as width and height',
  pixels: 'Size, as 1024x768',
  width: 'Width',
  height: 'Height',
  aspect: 'Aspect ratio',
  steps: 'Steps',
  guidance: 'Guidance scale',
  strength: 'Strength',
  sampler: 'Sampler',
  seed: 'Seed',
  image: 'Image',
  images: 'All images, as a list',
  mask: 'Mask, white is drawn over',
  kept_mask: 'Mask, black is drawn over',
  duration: 'Length of the video',
  scale: 'Scale',
}

const CHANGES: Record<ServiceModelChange['kind'], (change: ServiceModelChange) => string> = {
  ended: () => 'Its service no longer has it.',
  ending: () => 'Its service says that it will end.',
  input_needed: ({ input }) => `It now needs "${input}".`,
  input_gone: ({ input }) => `"${input}" is gone.`,
  input_changed: ({ input, before, after }) => `"${input}" was ${before} and is ${after} now.`,
  choice_gone: ({ input, before }) => `"${input}" no longer takes ${before}.`,
  input_new: ({ input }) => `"${input}" is new.`,
  dearer: ({ before, after }) => `It became dearer: ${before}, now ${after}.`,
  cheaper: ({ before, after }) => `It became cheaper: ${before}, now ${after}.`,
}

export const changeWords = (change: ServiceModelChange): string => CHANGES[change.kind](change)

const PROBLEMS: Record<ServiceModelProblem['kind'], (input: string | null) => string> = {
  needed: (input) => `"${input}" is needed: give it a value.`,
  unknown: (input) => `The model has no input "${input}".`,
  not_a_choice: (input) => `"${input}" does not take this value.`,
  no_prompt: () => 'No input is given the prompt.',
  no_image: () => 'No input is given the image.',
  no_mask: () => 'No input is given the mask.',
  no_duration: () => 'Its length cannot be chosen: enter one length.',
  no_cost: () => 'Enter what the service charges.',
}

export const problemWords = ({ kind, input }: ServiceModelProblem): string => PROBLEMS[kind](input)

const STATES: Record<ServiceModel['state'], StateLook> = {
  draft: { label: 'Draft', color: 'gray' },
  offered: { label: 'Offered', color: 'green' },
  paused: { label: 'Paused', color: 'yellow' },
}

/** A model that its service ended or changed is something to look at. */
export const lookOf = ({ state, paused_by: pausedBy }: ServiceModel): StateLook =>
  pausedBy === 'changed' || pausedBy === 'ended'
    ? { label: pausedBy === 'ended' ? 'Ended' : 'Paused: changed', color: 'red' }
    : STATES[state]

/** Choices of a select. */
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Of a field that is empty: 0. */
export const numberOf = (value: number | string): number => typedNumber(value) ?? 0
