import { z } from 'zod'

/** What a server that speaks OpenAI's interface understands beyond `model`, `prompt` and `n`. */
export interface Preset {
  /** What is asked for is billed, so that nothing whose answer was lost is asked for again. */
  bills: boolean
  /** Takes `response_format`; OpenAI's own models refuse it. */
  responseFormat: boolean
  /**
   * How it takes seed, steps, guidance scale, negative prompt and strength: as fields of their own, as stable-diffusion.cpp reads
   * them out of the prompt, or not at all.
   */
  settings: 'fields' | 'sdcpp' | null
  /** Answers `images/edits`. */
  edits: boolean
  /** Takes a `mask` with an edit, and repaints what lies under it. */
  mask: boolean
  /** Takes `strength` with an edit: how far the result may leave its image. */
  strength: boolean
  /** Takes `background: transparent`, and then draws things with nothing behind them. */
  transparent: boolean
  /** Images on the way that a stream is asked for, 0 to 3; 0: nothing is streamed. OpenAI bills each. */
  previews: number
  /** Images that one call may ask for. Where calls are billed, and where each image has its seed, it is one all the same. */
  n: number
  /** Sizes that it draws; null: any of whole steps of 16 pixels. */
  sizes: readonly string[] | null
}

const PRESETS = {
  openai: {
    bills: true,
    responseFormat: false,
    settings: null,
    edits: true,
    mask: true,
    strength: false,
    transparent: true,
    previews: 0,
    n: 10,
    sizes: ['1024x1024', '1536x1024', '1024x1536'],
  },
  'vllm-omni': {
    bills: false,
    responseFormat: true,
    settings: 'fields',
    edits: true,
    mask: false,
    strength: false,
    transparent: false,
    previews: 0,
    n: 10,
    sizes: null,
  },
  'sd-server': {
    bills: false,
    responseFormat: false,
    settings: 'sdcpp',
    edits: true,
    mask: true,
    strength: true,
    transparent: false,
    previews: 0,
    n: 1,
    sizes: null,
  },
  generic: {
    bills: true,
    responseFormat: true,
    settings: null,
    edits: false,
    mask: false,
    strength: false,
    transparent: false,
    previews: 0,
    n: 1,
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
  transparent: flag.optional(),
  previews: z.coerce.number().int().min(0).max(3).optional(),
  /** US dollars for a million tokens, where a service bills those and says how many; `cents` then only where it does not say. */
  usd_text: z.coerce.number().min(0).optional(),
  usd_image: z.coerce.number().min(0).optional(),
  usd_output: z.coerce.number().min(0).optional(),
  n: z.coerce.number().int().min(1).max(16).optional(),
})

export interface OpenAiOptions extends Preset {
  models: readonly string[] | null
  credits: number
  /** Of an image whose answer does not say what was used. */
  costMicros: number
  /** Cost of a token, in millionths of a US dollar; null: tokens are not counted. */
  tokenMicros: { text: number; image: number; output: number } | null
}

/** Of OpenAI's models only this one refuses it since 30 September 2026. */
const OPAQUE = /^gpt-image-2(?:-\d{4}-\d{2}-\d{2})?$/

/** Whether a model of a server draws with nothing behind its things. */
export const isTransparent = (
  model: string,
  { transparent }: Pick<Preset, 'transparent'>,
): boolean => transparent && !OPAQUE.test(model)

/**
 * Images that one call of a server is for. A call that is billed is for one, for nobody can tell what became of one whose answer
 * is lost; of several in one call only the first has the seed that was sent.
 */
export const imagesOfCall = ({ bills, settings, n }: Preset): number =>
  bills || settings !== null ? 1 : n

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
    const where = issue?.path.join('.')
    throw new Error([url.host, where, issue?.message].filter((part) => part).join(': '))
  }
  const { preset, models, credits, cents, usd_text, usd_image, usd_output, ...changed } =
    parsed.data
  if (usd_output !== undefined && cents === 0)
    throw new Error(`${url.host}: usd_output needs cents, the cost of an answer without tokens`)
  const known: Preset = PRESETS[preset ?? (url.host === OPENAI_HOST ? 'openai' : 'generic')]
  const settings = settingsOf(changed.settings, known.settings)
  return {
    bills: changed.bills ?? known.bills,
    responseFormat: changed.response_format ?? known.responseFormat,
    settings,
    previews: changed.previews ?? known.previews,
    edits: changed.edits ?? known.edits,
    mask: changed.mask ?? known.mask,
    // A server that reads settings out of a prompt reads the strength there, too.
    strength: changed.strength ?? (known.strength && settings === known.settings),
    transparent: changed.transparent ?? known.transparent,
    n: changed.n ?? known.n,
    sizes: known.sizes,
    models: models === undefined ? null : models.split('|').filter((id) => id !== ''),
    credits,
    costMicros: Math.round(cents * MICROS_PER_CENT),
    // A dollar for a million tokens is a millionth of a dollar for each.
    tokenMicros:
      usd_output === undefined
        ? null
        : { text: usd_text ?? 0, image: usd_image ?? usd_text ?? 0, output: usd_output },
  }
}

const settingsOf = (isTaken: boolean | undefined, known: Preset['settings']): Preset['settings'] =>
  isTaken === undefined ? known : isTaken ? (known ?? 'fields') : null
