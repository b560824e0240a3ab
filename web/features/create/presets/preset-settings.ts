import type { Preset, PresetSettings } from '#contract/presets.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import { STYLES } from '#contract/styles.ts'
import type { Abilities } from '#web/features/generate/api/use-generation-servers.ts'
import type { GenerationForm } from '#web/features/generate/lib/form.ts'

/** Of what is written today. The contract's own constant would bring its schemas to the page. */
const VERSION: PresetSettings['version'] = 1

/** What a preset may keep, each with its settings, in the order of the page. */
const SETTINGS_OF = {
  prompt: ['prompt'],
  negative: ['negative_prompt'],
  model: ['model'],
  style: ['style'],
  loras: ['loras'],
  size: ['size'],
  count: ['num_images'],
  sampler: ['sampler'],
  steps: ['steps'],
  guidance: ['guidance_scale', 'guidance_rescale'],
  variation: ['variation'],
  hires: ['hires'],
  seed: ['seed'],
} as const satisfies Record<string, readonly (keyof PresetSettings)[]>

export type PresetPart = keyof typeof SETTINGS_OF
export const PRESET_PARTS = Object.keys(SETTINGS_OF) as PresetPart[]
/** A seed that is kept makes the same image again and again, which few want of a preset. */
export const USUAL_PARTS = PRESET_PARTS.filter((part) => part !== 'seed')

/** What a preset keeps, where this page knows its version; null otherwise. */
export function knownSettings({ settings }: Preset): PresetSettings | null {
  return settings.version === VERSION ? (settings as PresetSettings) : null
}

/** Which parts some settings have. */
export const partsOf = (settings: PresetSettings): PresetPart[] =>
  PRESET_PARTS.filter((part) => SETTINGS_OF[part].some((name) => settings[name] !== undefined))

/** Settings of the page. LoRAs that only the prompt names are kept beside it where the prompt is not. */
export function settingsOfForm(form: GenerationForm, parts: readonly PresetPart[]): PresetSettings {
  const tags = parts.includes('prompt') ? [] : parseLoraTags(form.prompt)
  const all: Required<PresetSettings> = {
    version: VERSION,
    prompt: form.prompt,
    negative_prompt: form.negativePrompt,
    model: form.model,
    style: form.style,
    loras: [
      ...tags.map(({ name, weight }) => ({ model: name, weight: weight ?? 1 })),
      ...form.loras,
    ],
    size: { width: form.width, height: form.height },
    num_images: form.numImages,
    sampler: form.sampler,
    steps: form.steps,
    guidance_scale: form.guidanceScale,
    guidance_rescale: form.guidanceRescale,
    seed: form.seed,
    variation: form.variation,
    hires: form.hires,
  }
  const kept = new Set<string>(['version', ...parts.flatMap((part) => SETTINGS_OF[part])])
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => kept.has(name)),
  ) as unknown as PresetSettings
}

/** What applying settings changes of the page: what they have and nothing else. */
export function formOfSettings(settings: PresetSettings): Partial<GenerationForm> {
  const changes: { [Field in keyof GenerationForm]: GenerationForm[Field] | undefined } = {
    mode: undefined,
    // An image of one's own is no setting, nor is what one job is delivered as.
    controls: undefined,
    remixOf: undefined,
    finish: undefined,
    isSet: undefined,
    prompt: settings.prompt,
    negativePrompt: settings.negative_prompt,
    model: settings.model,
    style: settings.style,
    loras: settings.loras,
    width: settings.size?.width,
    height: settings.size?.height,
    numImages: settings.num_images,
    sampler: settings.sampler,
    steps: settings.steps,
    guidanceScale: settings.guidance_scale,
    guidanceRescale: settings.guidance_rescale,
    seed: settings.seed,
    variation: settings.variation,
    hires: settings.hires,
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** Something that a preset names and that cannot be drawn with here. */
export interface Missing {
  kind: 'model' | 'sampler' | 'lora' | 'style' | 'hires' | 'variation'
  name: string
}

/**
 * What of some settings is not here.
 * @param abilities of the model that is drawn with once they are applied
 * @param trained names of one's own LoRAs, which no engine lists
 */
export function missingOf(
  settings: PresetSettings,
  abilities: Pick<Abilities, 'hasModel' | 'samplers' | 'features' | 'loras'>,
  trained: ReadonlySet<string>,
): Missing[] {
  const { model, sampler, style, hires, variation } = settings
  const missing: Missing[] = []
  const { hasModel, samplers, features } = abilities
  if (!hasModel && typeof model === 'string') missing.push({ kind: 'model', name: model })
  if (typeof sampler === 'string' && hasModel && !samplers.has(sampler))
    missing.push({ kind: 'sampler', name: sampler })
  for (const name of new Set(loraNames(settings))) {
    if (abilities.loras?.get(name) !== null && !trained.has(name))
      missing.push({ kind: 'lora', name })
  }
  if (typeof style === 'string' && !STYLES.some(({ id }) => id === style))
    missing.push({ kind: 'style', name: style })
  if (hires && hasModel && !features.has('hires')) missing.push({ kind: 'hires', name: '' })
  if (variation && hasModel && !features.has('variation'))
    missing.push({ kind: 'variation', name: '' })
  return missing
}

/** Of all LoRAs that settings name, in the prompt or beside it. */
export const loraNames = ({ prompt = '', loras = [] }: PresetSettings): string[] => [
  ...parseLoraTags(prompt).map(({ name }) => name),
  ...loras.map(({ model }) => model),
]
