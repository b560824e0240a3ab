import { SAMPLERS } from '#contract/samplers.ts'

/** What a file names and this site, or this reader, cannot take over. */
export type LeftOutKind =
  | 'prompt'
  | 'model'
  | 'sampler'
  | 'lora'
  | 'loraOption'
  | 'schedule'
  | 'clipSkip'
  | 'vae'
  | 'refiner'
  | 'hiresPrompt'
  | 'hiresUpscaler'
  | 'control'
  | 'source'
  | 'seed'
  | 'pass'
  | 'setting'

export interface LeftOut {
  kind: LeftOutKind
  /** As the file names it; empty where the kind says it all. */
  name: string
}

/** Settings that a file carries, in the names of a request. */
export interface FoundSettings {
  /** What made the file. */
  program: string
  /**
   * As `formOfRequest` reads them, without `model`, `sampler` and `loras`, which are to be looked for here. What is
   * missing was not found; null is found to be switched off.
   */
  request: Record<string, unknown>
  /** Decimal digits: a seed of 64 bits is no safe number. */
  seed: string | null
  /** File name or title of the model, without its folder and extension. */
  model: string | null
  /** As A1111 names samplers; one that is not known here stays as the program names it. */
  sampler: string | null
  /** null: the file says nothing of LoRAs. */
  loras: { model: string; weight: number }[] | null
  leftOut: LeftOut[]
}

/** `models/sd/dream_v8.safetensors` -> `dream_v8`; of Civitai's `urn:air:sd1:checkpoint:civitai:1@2` what names the model. */
export const modelName = (path: string): string =>
  path
    .replace(/^urn:air:[^:]*:[^:]*:/, '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.(safetensors|ckpt|pt|gguf|bin)$/i, '')

/** k-diffusion's names, as ComfyUI, SwarmUI and Fooocus use them, and those of InvokeAI and NovelAI (after `k_`). */
const SAMPLER_NAMES: Readonly<Record<string, string>> = {
  euler: 'Euler',
  euler_ancestral: 'Euler a',
  euler_a: 'Euler a',
  lms: 'LMS',
  heun: 'Heun',
  dpm_2: 'DPM2',
  kdpm_2: 'DPM2',
  dpm_2_ancestral: 'DPM2 a',
  dpm_2_a: 'DPM2 a',
  kdpm_2_a: 'DPM2 a',
  dpmpp_2s_ancestral: 'DPM++ 2S a',
  dpmpp_2s: 'DPM++ 2S a',
  dpmpp_2m: 'DPM++ 2M',
  dpmpp_2: 'DPM++ 2M',
  dpmpp_2m_sde: 'DPM++ 2M SDE',
  dpmpp_2m_sde_gpu: 'DPM++ 2M SDE',
  dpmpp_3m_sde: 'DPM++ 3M SDE',
  dpmpp_3m_sde_gpu: 'DPM++ 3M SDE',
  dpmpp_sde: 'DPM++ SDE',
  dpmpp_sde_gpu: 'DPM++ SDE',
  dpm_fast: 'DPM fast',
  ddim: 'DDIM',
  pndm: 'PLMS',
  plms: 'PLMS',
  uni_pc: 'UniPC',
  unipc: 'UniPC',
  lcm: 'LCM',
}

/** Schedules that are a sampler's own, so that nothing is lost where they are not named. */
const USUAL_SCHEDULES: ReadonlySet<string> = new Set([
  '',
  'normal',
  'automatic',
  'uniform',
  'default',
  'native',
])

const isHere = (sampler: string): boolean => (SAMPLERS as readonly string[]).includes(sampler)

/**
 * The sampler by A1111's name, in which a Karras schedule is part of the name where this site has the pair. A schedule
 * that is not here is left out.
 */
export function samplerOf(
  name: string | null | undefined,
  schedule = '',
): Pick<FoundSettings, 'sampler' | 'leftOut'> {
  if (name === null || name === undefined || name === '') return { sampler: null, leftOut: [] }
  const plain = name.replace(/^k_/, '').replace(/_k$/, '')
  const sampler = SAMPLER_NAMES[plain.toLowerCase()] ?? name
  const key = schedule.trim().toLowerCase()
  const isKarras = key === 'karras' || name.endsWith('_k')
  if (isKarras && !/karras/i.test(sampler)) {
    const pair = `${sampler} Karras`
    if (isHere(pair) || !isHere(sampler)) return { sampler: pair, leftOut: [] }
    return { sampler, leftOut: [{ kind: 'schedule', name: 'Karras' }] }
  }
  const isUsual =
    isKarras || USUAL_SCHEDULES.has(key) || (sampler === 'DDIM' && key === 'ddim_uniform')
  return { sampler, leftOut: isUsual ? [] : [{ kind: 'schedule', name: schedule.trim() }] }
}

/** A finite number, also one that is written as text; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A seed's digits; null for anything else, such as -1, which programs write for a random one. */
export function seedOf(value: unknown): string | null {
  const digits =
    typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : value
  return typeof digits === 'string' && /^\d{1,20}$/.test(digits.trim()) ? digits.trim() : null
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The entries that were found. */
export const withoutMissing = (entries: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))

/** What is left out, each thing once. */
export function distinct(leftOut: readonly LeftOut[]): LeftOut[] {
  const seen = new Set<string>()
  return leftOut.filter(({ kind, name }) => {
    const key = `${kind}\n${name}`
    return !seen.has(key) && seen.add(key)
  })
}
