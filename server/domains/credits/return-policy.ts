import { addDays } from './calendar.ts'
import type { ReleaseCause } from './types.ts'

const DAYS_AFTER_OUR_FAILURE = 7

export interface ReturnTarget {
  expiresAt: Date | null
  /** The original expiry, once the lot was given more time. */
  extendedFrom: Date | null
}

export type ReturnDecision = { fate: 'live' | 'expire' } | { fate: 'extend'; until: Date }

/**
 * What becomes of credits that come back to their lot. A lot that has not expired takes them as they are. Else they
 * expire at once, so that holding and cancelling prolongs nothing; only when we failed do they live until seven days
 * past the original expiry, counted from there each time, so that a second failure adds nothing.
 * @param takenAt when they were taken out of the lot
 */
export function decideReturn(
  lot: ReturnTarget,
  { cause, takenAt, now }: { cause: ReleaseCause; takenAt: Date; now: Date },
): ReturnDecision {
  const original = lot.extendedFrom ?? lot.expiresAt
  if (original === null || lot.expiresAt === null || original > now) return { fate: 'live' }
  // Taken out during the extra days: those credits already were the ones of a failure.
  if (lot.expiresAt > now && takenAt >= original) return { fate: 'live' }
  const until = addDays(original, DAYS_AFTER_OUR_FAILURE)
  if (cause !== 'failed' || until <= now) return { fate: 'expire' }
  return lot.extendedFrom ? { fate: 'live' } : { fate: 'extend', until }
}
