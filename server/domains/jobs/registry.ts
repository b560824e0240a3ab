import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import type { JobType } from '#contract/prediction-images.ts'
import type { Kind } from './kind.ts'

/** Types of the jobs that make videos; all others make images. */
export const VIDEO_TYPES: readonly JobType[] = ['VID']

/** Types of the jobs whose prompts are listed to be used again. */
export const PROMPT_TYPES: readonly JobType[] = ['TTI', 'ITI']

/** Types of the drawings, and what they left to the product before models had defaults of their own. */
const DRAWINGS: ReadonlySet<unknown> = new Set<JobType>(['TTI', 'ITI'])
const { steps, guidance_scale, sampler } = DEFAULTS
const OPEN_FIELDS = { steps, guidance_scale, sampler }

/** The values by which requests of a type are compared in the fields that they leave open. */
export const openFieldsOf = (type: unknown): Readonly<Record<string, unknown>> =>
  DRAWINGS.has(type) ? OPEN_FIELDS : {}

/** The kinds of jobs by their type. */
export interface Kinds {
  get(type: string): Promise<Kind>
  /** Undefined for a type that cannot be asked for any more, or not yet. */
  find(type: string): Promise<Kind | undefined>
}

/** @param loaders by the types that can be asked for */
export function createKinds(loaders: Readonly<Record<string, () => Promise<Kind>>>): Kinds {
  const loaded = new Map<string, Promise<Kind>>()
  async function find(type: string): Promise<Kind | undefined> {
    const known = loaded.get(type)
    if (known) return known
    const loading = Object.hasOwn(loaders, type) ? loaders[type]?.() : undefined
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
