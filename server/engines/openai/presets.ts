import { z } from 'zod'

/** What a server that speaks OpenAI's interface understands beyond `model`, `prompt` and `n`. */
export interface Preset {
  /** What is asked for is billed, so that nothing whose answer was lost is asked for again. */
  bills: boolean
  /** Takes `response_format`; OpenAI's own models refuse it. */
  responseFormat: boolean
  /** Takes `seed`, `num_inference_steps` and `guidance_scale`, and `negative_prompt`. */
  settings: boolean
  /** Answers `images/edits`. */
  edits: boolean
  /** Takes a `mask` with an edit, and repaints what lies under it. */
  mask: boolean
  /** Takes `strength` with an edit: how far the result may leave its image. */
  strength: boolean
  /** Sizes that it draws; null: any of whole steps of 16 pixels. */
  sizes: readonly string[] | null
}

const PRESETS = {
  openai: {
    bills: true,
    responseFormat: false,
    settings: false,
    edits: true,
    mask: true,
    strength: false,
    sizes: ['1024x1024', '1536x1024', '1024x1536'],
  },
  'vllm-omni': {
    bills: false,
    responseFormat: true,
    settings: true,
    edits: true,
    mask: false,
    strength: false,
    sizes: null,
  },
  'sd-server': {
    bills: false,
    responseFormat: false,
    settings: false,
    edits: true,
    mask: true,
    strength: false,
    sizes: null,
  },
  generic: {
    bills: true,
    responseFormat: true,
    settings: false,
    edits: false,
    mask: false,
    strength: false,
    sizes: null,
  },
} as const satisfies Record<string, Preset>

type PresetName = keyof typeof PRESETS

const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** What the query of an address says; whatever differs from the preset by name. */
const Options = z.strictObject({
  preset: z.enum(Object.keys(PRESETS) as [PresetName, ...PresetName[]]).optional(),
  /** Ids with | between them; left out: what `GET models` lists. */
  models: z.string().optional(),
  /** Credits for an image up to one megapixel. */
  credits: z.coerce.number().int().min(1).max(1000).default(1),
  /** What the service bills for an image, in US cents. */
  cents: z.coerce.number().min(0).default(0),
  bills: flag.optional(),
  response_format: flag.optional(),
  settings: flag.optional(),
  edits: flag.optional(),
  mask: flag.optional(),
  strength: flag.optional(),
})

export interface OpenAiOptions extends Preset {
  models: readonly string[] | null
  credits: number
  costMicros: number
}

const OPENAI_HOST = 'api.openai.com'
const MICROS_PER_CENT = 10_000

/**
 * What an address such as `https://:key@host/v1?preset=vllm-omni&models=a|b` says of its server.
 * @throws {Error} one line that names what is wrong
 */
export function readOptions(address: string): OpenAiOptions {
  const url = new URL(address)
  const parsed = Options.safeParse(Object.fromEntries(url.searchParams))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${url.host}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { preset, models, credits, cents, ...changed } = parsed.data
  const known: Preset = PRESETS[preset ?? (url.host === OPENAI_HOST ? 'openai' : 'generic')]
  return {
    bills: changed.bills ?? known.bills,
    responseFormat: changed.response_format ?? known.responseFormat,
    settings: changed.settings ?? known.settings,
    edits: changed.edits ?? known.edits,
    mask: changed.mask ?? known.mask,
    strength: changed.strength ?? known.strength,
    sizes: known.sizes,
    models: models === undefined ? null : models.split('|').filter((id) => id !== ''),
    credits,
    costMicros: Math.round(cents * MICROS_PER_CENT),
  }
}
