import { z } from 'zod'
import { Id } from '../common.ts'
import { PACK_LIMITS } from '../values/jobs/pack-run.ts'

/** All shots of a pack, of a subject of one's own where the pack has one. */
export const PackRunRequest = z.strictObject({
  training: Id.nullable(),
  quote: Id.optional(),
})
export type PackRunRequest = z.output<typeof PackRunRequest>

/** Shots that are made again; left out: all that are missing. */
export const PackRetryRequest = z.strictObject({
  shots: z.array(Id).min(1).max(PACK_LIMITS.shots.most).optional(),
  quote: Id.optional(),
})
export type PackRetryRequest = z.output<typeof PackRetryRequest>
