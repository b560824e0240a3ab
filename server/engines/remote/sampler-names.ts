import { COMMON_SAMPLERS, type Sampler } from '#contract/samplers.ts'

/** A sampler as a server calls it. */
export interface ServerSampler {
  sampler: string
  /** Left out for a server that has none, or whose sampler brings its own. */
  scheduler?: string
}

/** Names that a server has. */
export interface ServerNames {
  samplers: readonly { name: string; aliases?: readonly string[] | undefined }[]
  /** Null: the server knows none, and its samplers have the scheduler in their names, as A1111 had before 1.9. */
  schedulers: readonly { name: string; label?: string | undefined }[] | null
}

/** `DPM++ 2M` and `dpm++2m`, `Euler a` and `euler_a` are one name. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/^k_/, '')
    .replace(/[^a-z0-9+]/g, '')

/** Further names of a sampler, in plain form; stable-diffusion.cpp's are those of its `sample_method`. */
const ALSO: Partial<Record<Sampler, readonly string[]>> = {
  'Euler a': ['eulerancestral'],
  DPM2: ['dpm2'],
  'DPM2 a': ['dpm2ancestral'],
  'DPM++ 2S a': ['dpm++2sancestral', 'dpmpp2sa', 'dpmpp2sancestral'],
  'DPM++ 2M': ['dpmpp2m'],
  'DPM++ SDE': ['dpmppsde'],
  DDIM: ['ddimtrailing'],
}

/** What spaces the steps evenly in the model's own time, by the names of A1111 and of stable-diffusion.cpp. */
const EVEN = ['uniform', 'discrete', 'normal']
/** These space their steps themselves. */
const OWN_SPACING = new Set<Sampler>(['DDIM', 'PLMS', 'UniPC', 'DPM fast'])
const KARRAS = / Karras$/

/** Our samplers that a server has, each with what it is called there. What has no equal is left out. */
export function matchSamplers(names: ServerNames): Map<Sampler, ServerSampler> {
  const matches = COMMON_SAMPLERS.map((sampler) => [sampler, matchSampler(sampler, names)] as const)
  return new Map(matches.flatMap(([sampler, match]) => (match ? [[sampler, match] as const] : [])))
}

function matchSampler(sampler: Sampler, names: ServerNames): ServerSampler | null {
  const find = (ours: Sampler) => findName(names.samplers, [plain(ours), ...(ALSO[ours] ?? [])])
  if (names.schedulers === null) {
    const name = find(sampler)
    return name === null ? null : { sampler: name }
  }
  const name = find(sampler.replace(KARRAS, '') as Sampler)
  if (name === null) return null
  if (OWN_SPACING.has(sampler)) return { sampler: name }
  const scheduler = findName(names.schedulers, KARRAS.test(sampler) ? ['karras'] : EVEN)
  return scheduler === null ? null : { sampler: name, scheduler }
}

/** The server's name of the first of the wanted ones that it has. */
function findName(
  entries: readonly {
    name: string
    label?: string | undefined
    aliases?: readonly string[] | undefined
  }[],
  wanted: readonly string[],
): string | null {
  for (const want of wanted) {
    const found = entries.find(({ name, label, aliases }) =>
      [name, label ?? '', ...(aliases ?? [])].some((known) => plain(known) === want),
    )
    if (found) return found.name
  }
  return null
}
