/** Settings that a file carries, in the names of a request. */
export interface FoundSettings {
  /** What made the file. */
  program: string
  /** As `formOfRequest` reads them, without `model`, `sampler` and `loras`, which are to be looked for here. */
  request: Record<string, unknown>
  seed: number | null
  /** File name or title of the model, without its folder and extension. */
  model: string | null
  /** As A1111 names samplers; one that is not known here stays as the program names it. */
  sampler: string | null
  loras: { model: string; weight: number }[]
}

/** `models/sd/dream_v8.safetensors` -> `dream_v8`. */
export const modelName = (path: string): string =>
  path.replace(/^.*[\\/]/, '').replace(/\.(safetensors|ckpt|pt|gguf|bin)$/i, '')

/** k-diffusion's names, as ComfyUI, SwarmUI and Fooocus use them, and those of InvokeAI. */
const SAMPLER_NAMES: Readonly<Record<string, string>> = {
  euler: 'Euler',
  euler_ancestral: 'Euler a',
  euler_a: 'Euler a',
  lms: 'LMS',
  heun: 'Heun',
  dpm_2: 'DPM2',
  kdpm_2: 'DPM2',
  dpm_2_ancestral: 'DPM2 a',
  kdpm_2_a: 'DPM2 a',
  dpmpp_2s_ancestral: 'DPM++ 2S a',
  dpmpp_2s: 'DPM++ 2S a',
  dpmpp_2m: 'DPM++ 2M',
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

/** The name that A1111 has for a sampler and its schedule. */
export function samplerName(name: string, schedule = ''): string {
  const isKarras = /^karras$/i.test(schedule) || name.endsWith('_k')
  const known = SAMPLER_NAMES[name.replace(/_k$/, '').toLowerCase()] ?? name
  return isKarras && !/karras/i.test(known) ? `${known} Karras` : known
}

/** A finite number, also one that is written as text; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object that is written as JSON; null for any other text. */
export function parseObject(text: string | undefined): Json | null {
  if (text === undefined) return null
  try {
    // Python writes NaN, which is no JSON.
    const value: unknown = JSON.parse(text.replaceAll(/\bNaN\b/g, 'null'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The entries that have a value. */
export const withoutMissing = (entries: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined && value !== null),
  )
