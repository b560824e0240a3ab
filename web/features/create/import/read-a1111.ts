import {
  distinct,
  type FoundSettings,
  type LeftOut,
  type LeftOutKind,
  modelName,
  numberOf,
  samplerOf,
  seedOf,
  withoutMissing,
} from './found-settings.ts'
import { takeLoraTags } from './lora-tags-of-file.ts'
import { readResources, type Resources } from './resources-of-civitai.ts'
import { partsOfText, type Settings, USUAL } from './parts-of-a1111.ts'

/** Taken over, or of no effect on the image. */
const KNOWN: ReadonlySet<string> = new Set([
  ...USUAL,
  'Schedule type',
  'CFG Rescale',
  'Variation seed',
  'Variation seed strength',
  'Hires upscale',
  'Hires resize',
  'Distilled CFG Scale',
  'Scheduler',
  'Raw prompt',
  'Raw negative prompt',
  'Lora weights',
  'Styles',
  'Hires steps',
  'Hires denoising strength',
  'Denoising strength',
  'VAE hash',
  'Lora hashes',
  'TI hashes',
  'Hashes',
  'Created Date',
  'Batch size',
  'Batch pos',
  'RNG',
  'NGMS',
  'Parser',
  'Pipeline',
  'Operations',
  'App',
  'Backend',
])

const KINDS: Readonly<Record<string, LeftOutKind>> = {
  'Clip skip': 'clipSkip',
  VAE: 'vae',
  Refiner: 'refiner',
  'Hires prompt': 'hiresPrompt',
  'Hires negative prompt': 'hiresPrompt',
  'Hires upscaler': 'hiresUpscaler',
}

/** Each has many settings, whose names begin alike. */
const EXTENSION =
  /^(ADetailer|Hires|Face restoration|Tiled|Dynamic thresholding|RP|FreeU|Soft inpainting|Script|X|Y|Z|Mask|Inpaint)\b/i

/** Beginnings that are no name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  RP: 'Regional Prompter',
  X: 'X/Y/Z plot',
  Y: 'X/Y/Z plot',
  Z: 'X/Y/Z plot',
}

/** Values by which a setting does nothing. */
const WITHOUT_EFFECT: Readonly<Record<string, ReadonlySet<string>>> = {
  'Clip skip': new Set(['1']),
  VAE: new Set(['Automatic', 'None']),
  ENSD: new Set(['0']),
}

/**
 * The text that A1111, Forge, this product and many others write as `parameters`, also without its line of settings
 * or with these in another order.
 * @param isCertain the text can be nothing else, so that words alone are a prompt
 * @returns null for any other text
 */
export function readA1111(text: string, isCertain: boolean): FoundSettings | null {
  const parts = partsOfText(text)
  const hasSettings = parts.settings.size > 0
  if (!hasSettings && parts.negative === null && (!isCertain || text.trim() === '')) return null
  const { settings } = parts
  const resources = readResources(parts.line)
  // Fooocus writes what it made of the prompt first.
  const positive = takeLoraTags(settings.get('Raw prompt') ?? parts.positive)
  const negative = settings.get('Raw negative prompt') ?? parts.negative ?? ''
  const sampler = samplerOf(settings.get('Sampler'), scheduleOf(settings))
  const loras = lorasOf(positive.loras, settings, resources)
  const version = settings.get('Version') ?? ''
  const isOwn = version === 'Atelier'
  return {
    program: isOwn ? version : 'A1111',
    request: {
      prompt: positive.prompt,
      // An empty one is not written, where settings are.
      ...((parts.negative !== null || hasSettings) && { negative_prompt: negative }),
      ...requestOf(settings, isOwn),
    },
    seed: seedOf(settings.get('Seed')),
    model: settings.has('Model') ? modelName(settings.get('Model')!) : resources.model,
    sampler: sampler.sampler,
    loras: !hasSettings && loras.length === 0 ? null : loras,
    leftOut: distinct([
      ...sampler.leftOut,
      ...positive.leftOut,
      ...(isOwn ? [] : [...leftOutOf(settings), ...resources.leftOut]),
    ]),
  }
}

/** SD.Next calls the sampler itself a scheduler, too. */
function scheduleOf(settings: Settings): string | undefined {
  const schedule = settings.get('Schedule type') ?? settings.get('Scheduler')
  return schedule === settings.get('Sampler') ? undefined : schedule
}

function requestOf(settings: Settings, isOwn: boolean): Record<string, unknown> {
  if (settings.size === 0) return {}
  const number = (name: string) => numberOf(settings.get(name))
  const [width, height] = (settings.get('Size') ?? '').split('x').map(numberOf)
  return withoutMissing({
    width,
    height,
    steps: number('Steps'),
    // A distilled model (Flux) has guidance of its own, and no scale of guidance (which is 1 then).
    guidance_scale: number('Distilled CFG Scale') ?? number('CFG scale'),
    guidance_rescale: number('CFG Rescale') ?? 0,
    variation_seed: number('Variation seed'),
    variation_strength: number('Variation seed strength') ?? null,
    style: (isOwn ? settings.get('Style') : null) ?? null,
    hires: hiresOf(number, sideOf(settings.get('Hires resize')), width),
  })
}

/** Tags in the prompt go before what else names LoRAs; each is taken once. */
function lorasOf(
  tagged: FoundSettings['loras'] & object,
  settings: Settings,
  resources: Resources,
): FoundSettings['loras'] & object {
  const weights = (settings.get('Lora weights') ?? '').split(',').flatMap((pair) => {
    const [, name, weight] = /^\s*(.+?)\s*:\s*(-?[\d.]+)\s*$/.exec(pair) ?? []
    return name === undefined ? [] : [{ model: modelName(name), weight: Number(weight) }]
  })
  // Civitai names by title what the prompt names by file, so that both would be the same one twice.
  const others = tagged.length > 0 ? [] : [...weights, ...resources.loras]
  return [...tagged, ...others]
}

/** The first number of `1024x1536`; of two sides the first may be 0, for which the other counts. */
const sideOf = (size: string | undefined): number | undefined =>
  numberOf(size?.split('x')[0]) || undefined

/** null: drawn in one pass. */
function hiresOf(
  number: (name: string) => number | undefined,
  side: number | undefined,
  width: number | undefined,
): Record<string, number> | null {
  const resized = side !== undefined && width ? Math.round((side / width) * 100) / 100 : undefined
  const scale = number('Hires upscale') ?? resized
  if (scale === undefined) return null
  const strength = number('Hires denoising strength') ?? number('Denoising strength') ?? 0.5
  return { scale, steps: number('Hires steps') ?? 0, strength }
}

/** What is left out of the settings; those of one extension are told as one. */
function leftOutOf(settings: Settings): LeftOut[] {
  const isHires = settings.has('Hires upscale') || settings.has('Hires resize')
  const isImg2img = settings.has('Denoising strength') && !isHires
  const styles = settings.get('Styles') ?? ''
  const others = [...settings].flatMap(([name, value]): LeftOut[] => {
    if (KNOWN.has(name) || value === '' || WITHOUT_EFFECT[name]?.has(value)) return []
    const kind = KINDS[name]
    if (kind === 'hiresPrompt') return [{ kind, name: '' }]
    if (kind !== undefined) return [{ kind, name: value.replace(/\s*\[[0-9a-f]+\]$/, '') }]
    if (/^ControlNet\b/.test(name)) return [{ kind: 'control', name: controlName(value) }]
    const extension = EXTENSION.exec(name)?.[1]
    return [{ kind: 'setting', name: EXTENSIONS[extension ?? ''] ?? extension ?? name }]
  })
  return [
    ...(isImg2img ? [{ kind: 'source' as const, name: '' }] : []),
    ...others,
    ...(styles === ''
      ? []
      : [{ kind: 'setting' as const, name: styles.replaceAll(/[[\]']/g, '') }]),
  ]
}

/** `Module: canny, Model: control_v11p_sd15_canny [d14c016b], ...` */
const controlName = (value: string): string =>
  modelName(/Model: ([^,[]+)/i.exec(value)?.[1]?.trim() ?? '')
