import { weightedPercentile } from './weighted-percentile.ts'

/** Seconds, of a unit of work or of all of it. */
export interface Span {
  p50: number
  p90: number
}

/** What a job's work took that has ended. */
export interface EndedWork {
  /** In units of its kind, above 0. */
  work: number
  seconds: number
}

/** For one pace: a busy machine is slower now than an hour ago. */
const PACE_JOBS = 20
/**
 * What a job counts for when one more has ended after it. After a machine has become slower or faster, two jobs of one size
 * decide what is expected of the next: the newer two of many have 51 % of the weight.
 */
const FADING = 0.7

/**
 * Seconds of a unit of work, from jobs of one unit and model.
 * A large job tells more than a small one, which is mostly overhead; a new one more than an old one. How long it may take
 * at worst (p90) forgets nothing, for it is what a job that hangs is told by.
 * @param ended at least one, newest first
 */
export function measurePace(ended: readonly EndedWork[]): Span {
  const recent = ended.slice(0, PACE_JOBS)
  const paces = recent.map(({ work, seconds }) => ({ value: seconds / work, weight: work }))
  const fading = paces.map(({ value, weight }, age) => ({ value, weight: weight * FADING ** age }))
  const p50 = weightedPercentile(fading, 0.5)
  return { p50, p90: Math.max(p50, weightedPercentile(paces, 0.9)) }
}
