import { weightedPercentile } from './weighted-percentile.ts'

/** Jobs of a lane from which is learned, the newest. */
const REMEMBERED = 200
/** Fewer say too little of one in ten. */
const LEAST_KNOWN = 20
/** Told jobs of a lane whose end is awaited. More are not kept: the oldest are those that overran, of which most is to be learned. */
const AWAITED = 2000
/** By then the transaction in which a job was told is over: one that is still unknown never was. */
const UNKNOWN_MS = 60_000

interface Told {
  /** Milliseconds of Unix time. */
  at: number
  /** Seconds from then until the job is done, as half of the jobs were expected to take. */
  p50: number
}

interface Lane {
  awaited: Map<string, Told>
  /** Of jobs that ended: seconds taken in seconds told, oldest first. */
  ratios: number[]
}

/** Learns how far off the estimates of waiting jobs were, from those that this process told. */
export interface ToldWaits {
  /** Keeps the first estimate of a job, unless too many are awaited; later ones are told of what is left of it. */
  tell(lane: string, id: string, p50: number): void
  /** Told jobs whose end is not known yet. */
  awaited(lane: string): string[]
  /** Stops waiting for jobs that are not in the database, unless they were told a moment ago. */
  drop(lane: string, unknown: readonly string[]): void
  /** Learns from a job that is done; one that ended without a result teaches nothing. */
  end(lane: string, id: string, finishedAt: Date | null): void
  /**
   * Says by which factor nine of ten jobs stayed below of what they were told: the empirical quantile of split conformal
   * prediction (Vovk, Gammerman and Shafer, Algorithmic Learning in a Random World, 2005).
   * @returns 1 until enough jobs have ended
   */
  spread(lane: string): number
}

export function createToldWaits(now: () => number = Date.now): ToldWaits {
  const lanes = new Map<string, Lane>()

  function laneOf(name: string): Lane {
    let lane = lanes.get(name)
    if (!lane) lanes.set(name, (lane = { awaited: new Map(), ratios: [] }))
    return lane
  }

  return {
    tell(name, id, p50) {
      const { awaited } = laneOf(name)
      if (p50 <= 0 || awaited.has(id) || awaited.size >= AWAITED) return
      awaited.set(id, { at: now(), p50 })
    },
    awaited: (name) => [...laneOf(name).awaited.keys()],
    drop(name, unknown) {
      const { awaited } = laneOf(name)
      const before = now() - UNKNOWN_MS
      for (const id of unknown) {
        const told = awaited.get(id)
        if (told && told.at <= before) awaited.delete(id)
      }
    },
    end(name, id, finishedAt) {
      const { awaited, ratios } = laneOf(name)
      const told = awaited.get(id)
      if (!told) return
      awaited.delete(id)
      if (finishedAt === null) return
      ratios.push(Math.max(0, finishedAt.getTime() - told.at) / 1000 / told.p50)
      if (ratios.length > REMEMBERED) ratios.shift()
    },
    spread(name) {
      const { ratios } = laneOf(name)
      if (ratios.length < LEAST_KNOWN) return 1
      return Math.max(
        1,
        weightedPercentile(
          ratios.map((value) => ({ value, weight: 1 })),
          // The quantile of n known values that holds for the next one.
          Math.min(1, (0.9 * (ratios.length + 1)) / ratios.length),
        ),
      )
    },
  }
}
