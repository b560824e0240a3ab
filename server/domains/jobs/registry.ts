import { GenerationRequest } from '#contract/generation-request.ts'
import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import type { JobType } from '#contract/prediction-images.ts'
import type { Kind } from './kind.ts'

/** A kind of job; its code is loaded when the first job of it comes. */
export interface KindEntry {
  type: JobType
  load(): Promise<Kind>
  /** What comes of it; left out: images. */
  output?: 'video'
  /** Its prompts are listed to be used again. */
  keepsPrompts?: true
  /** What a request that leaves these fields open counts as having asked for, where requests are compared. */
  openFields?: Readonly<Record<string, unknown>>
}

/** What drawings left to the product before models had defaults of their own. */
const { steps, guidance_scale, sampler } = DEFAULTS
const drawing = {
  keepsPrompts: true,
  openFields: { steps, guidance_scale, sampler },
} satisfies Partial<KindEntry>

/** Every kind that can be asked for. */
export const KINDS: readonly KindEntry[] = [
  {
    type: 'TTI',
    ...drawing,
    load: async () => (await import('./kinds/text-to-image/kind.ts')).textToImage,
  },
  {
    type: 'ITI',
    ...drawing,
    load: async () => (await import('./kinds/image-to-image/kind.ts')).imageToImage,
  },
  {
    type: 'RB',
    load: async () => (await import('./kinds/remove-background/kind.ts')).removeBackground,
  },
  { type: 'UI', load: async () => (await import('./kinds/upscale/kind.ts')).upscale },
  { type: 'UU', load: async () => (await import('./kinds/upscale/kind.ts')).proUpscale },
  { type: 'FS', load: async () => (await import('./kinds/face-swap/kind.ts')).faceSwap },
  { type: 'FF', load: async () => (await import('./kinds/fix-faces/kind.ts')).fixFaces },
  {
    type: 'ISI',
    load: async () => (await import('./kinds/instant-avatars/kind.ts')).instantAvatars,
  },
  { type: 'PHS', load: async () => (await import('./kinds/headshots/kind.ts')).headshots },
  {
    type: 'RPB',
    load: async () => (await import('./kinds/replace-background/kind.ts')).replaceBackground,
  },
  { type: 'RO', load: async () => (await import('./kinds/remove-object/kind.ts')).removeObject },
  {
    type: 'UIT',
    load: async () => (await import('./kinds/upscale-by-prompt/kind.ts')).upscaleByPrompt,
  },
  { type: 'AD', load: async () => (await import('./kinds/detail-pass/kind.ts')).detailPass },
  { type: 'VID', output: 'video', load: async () => (await import('./kinds/video/kind.ts')).video },
  { type: 'PPS', load: async () => (await import('./kinds/pack-shot/kind.ts')).packShot },
  { type: 'OTR', load: async () => (await import('./kinds/own-workflow/kind.ts')).ownWorkflow },
  { type: 'EDI', load: async () => (await import('./kinds/edit-image/kind.ts')).editImage },
]

/** Types of the jobs that make videos. */
export const VIDEO_TYPES: readonly JobType[] = KINDS.flatMap(({ type, output }) =>
  output === 'video' ? [type] : [],
)

/** Types of the jobs whose prompts are listed to be used again. */
export const PROMPT_TYPES: readonly JobType[] = KINDS.flatMap(({ type, keepsPrompts }) =>
  keepsPrompts ? [type] : [],
)

/** What requests of a type count as having asked for in the fields that they leave open. */
export const openFieldsOf = (type: unknown): Readonly<Record<string, unknown>> =>
  KINDS.find((entry) => entry.type === type)?.openFields ?? {}

/** The kinds of jobs by their type. */
export interface Kinds {
  get(type: string): Promise<Kind>
  /** Undefined for a type that cannot be asked for any more, or not yet. */
  find(type: string): Promise<Kind | undefined>
}

/** Types of the members of the request's union. */
export function requestTypes(): string[] {
  return GenerationRequest.options.flatMap(({ shape }) =>
    [...(shape.type._zod.values ?? [])].filter((value) => typeof value === 'string'),
  )
}

/**
 * @param types that can be asked for
 * @throws {Error} naming a type that has no kind, or two, or a kind that nobody can ask for
 */
export function createKinds(
  entries: readonly KindEntry[] = KINDS,
  types: readonly string[] = requestTypes(),
): Kinds {
  const byType = new Map<string, KindEntry>()
  for (const entry of entries) {
    if (byType.has(entry.type)) throw new Error(`The type of job ${entry.type} has two kinds.`)
    if (!types.includes(entry.type))
      throw new Error(`The kind of job ${entry.type} is no member of the request.`)
    byType.set(entry.type, entry)
  }
  for (const type of types) {
    if (!byType.has(type)) throw new Error(`The type of job ${type} has no kind.`)
  }
  const loaded = new Map<string, Promise<Kind>>()
  async function find(type: string): Promise<Kind | undefined> {
    const known = loaded.get(type)
    if (known) return known
    const loading = byType.get(type)?.load()
    if (!loading) return undefined
    loaded.set(type, loading)
    // Code that could not be read once may be read the next time.
    loading.catch(() => loaded.delete(type))
    return loading
  }
  return {
    find,
    async get(type) {
      const kind = await find(type)
      if (!kind) throw new Error(`There is no kind of job ${type}`)
      return kind
    },
  }
}
