import { z } from 'zod'
import { Id } from '../common.ts'

export const PACK_LIMITS = {
  shots: { least: 10, most: 40 },
  /** Runs of one person that have shots waiting or running. */
  liveRuns: 2,
  /** How long what is held for a run waits for another try. */
  holdHours: 48,
  tags: 6,
} as const

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
