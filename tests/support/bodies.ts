import type { GridRequestInput } from '#contract/jobs/grid.ts'
import { SMALL } from './generation.ts'

/** A grid of two cells. */
export const GRID = {
  request: { prompt: SMALL.prompt, width: SMALL.width, height: SMALL.height },
  x: { of: 'seed', values: [1, 2] },
  y: { of: 'steps', values: [4] },
} satisfies GridRequestInput

/** A studio of a thing, which nobody has to agree to. */
export const STUDIO = {
  project_name: 'Cup',
  object_type: 'object',
  consent: { subject: 'none' },
} as const

/** A pack of nobody in particular. */
export const PACK = {
  title: 'Ten foxes',
  subject: 'none',
  shots: Array.from({ length: 10 }, () => ({ prompt: 'a fox' })),
} as const
