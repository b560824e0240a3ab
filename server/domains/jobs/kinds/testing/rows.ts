import type { GenerationRequestInput, RequestType } from '#contract/generation-request.ts'

/** What a test orders of a kind, and what has to come of it. */
export interface Row {
  /** A request that starts from the picture of an id, where the kind starts from one. */
  request(image: string): GenerationRequestInput
  /** The fields that name a picture. */
  inputs: string[]
  credits: number
  /** Of the result, from a picture of 80 x 64. */
  size: [width: number, height: number]
  /** What its pictures have of prompt, model and seed. */
  isDrawn: boolean
  /** Of these, a drawing's, it has none. */
  lacks?: string[]
  /** As many; default 1. */
  outputs?: number
  /** Has a seed, though it is not drawn from a prompt. */
  hasSeed?: boolean
}

/** The rows of a folder of kinds: one for each type that it makes. */
export type Rows = Partial<Record<RequestType, Row>>

/** What every drawing of the rows asks for. */
export const DRAWING = { prompt: 'a red fox', width: 80, height: 64, num_images: 1, seed: 5 }

const files = import.meta.glob<Rows>('../*/testing/rows.ts', { eager: true, import: 'rows' })

/** The rows of all kinds, each from `<kind>/testing/rows.ts`. */
export const ROWS: Rows = Object.assign({}, ...Object.values(files))

/** @throws Error where a type has no row */
export function rowOf(type: RequestType): Row {
  const row = ROWS[type]
  if (!row) throw new Error(`There is no row for ${type} in the folder testing/ of its kind`)
  return row
}
