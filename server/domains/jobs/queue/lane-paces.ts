import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'
import type { StoredParameters, WorkUnit } from '../kind.ts'
import type { Kinds } from '../registry.ts'
import type { JobRow } from '../store.ts'
import { createLaneViews } from './lane-views.ts'
import { measurePace, type Span } from './measure-pace.ts'
import { weightedPercentile } from './weighted-percentile.ts'

/** What the time of a job depends on. */
export type Sized = Pick<JobRow, 'type' | 'work' | 'num_images'> & { parameters: unknown }

/** How fast a lane has been lately. */
export interface LanePace {
  /** Seconds for all of a job; null before the first of its unit and model in its lane. */
  spanOf(job: Sized): Promise<Span | null>
  /** What a turn of a job counts as, in seconds; of one of which nothing is known, as the usual of its lane. */
  costOf(job: Sized): Promise<number>
  /** When persons had a job done here lately, newest last. */
  served: ReadonlyMap<string, Date>
}

export interface LanePaces {
  read(reader: Reader, lane: string): Promise<LanePace>
}

interface Ended extends Sized {
  seconds: number
  user_id: string
  finished_at: Date
}

/** Jobs of a lane that the pace is measured from. */
const RECENT_JOBS = 200
/** Shorter than any job: what was measured as nothing counts, too. */
const LEAST_SECONDS = 0.001

/** All parameters of older jobs, whose work was not counted; of others the model alone. */
export const SIZED = `type, work, num_images,
  case when work is null then parameters - 'prompt' - 'negative_prompt'
    else jsonb_build_object('model', parameters->'model') end as parameters`

/** Measures from the jobs that ended last. */
export const createLanePaces = ({ kinds }: { kinds: Kinds }): LanePaces => ({
  read: createLaneViews(
    async (reader, lane) => measureLane(kinds, await readEnded(reader, lane)),
    // Before the first job of all, what a turn counts as is a guess.
    ({ served }) => served.size > 0,
  ),
})

/** Newest first. */
async function readEnded(reader: Reader, lane: string): Promise<Ended[]> {
  // Only jobs of one attempt have their engine's time; from start to end there is storing in it, too.
  const { rows } = await sql<Ended>`
    select ${sql.raw(SIZED)}, user_id, finished_at,
      extract(epoch from finished_at - started_at)::float8 as seconds
    from inference_jobs
    where lane = ${lane} and status = 'S' and engine_ms is not null
    order by finished_at desc limit ${RECENT_JOBS}`.execute(reader)
  return rows
}

async function measureLane(kinds: Kinds, ended: readonly Ended[]): Promise<LanePace> {
  const jobs = await Promise.all(
    ended.map(async (job) => ({ ...(await sizeOf(kinds, job)), seconds: job.seconds })),
  )
  const paces = new Map<string, Span>()
  for (const [key, all] of Map.groupBy(jobs, (job) => job.key)) {
    if (key === undefined) continue
    paces.set(key, measurePace(all.map(({ seconds, work = 1 }) => ({ seconds, work }))))
  }
  const images = ended.map(({ seconds, num_images: count }) => ({
    value: seconds / count,
    weight: 1,
  }))
  const usual = images.length === 0 ? 1 : weightedPercentile(images, 0.5)

  async function spanOf(job: Sized): Promise<Span | null> {
    const sized = await sizeOf(kinds, job)
    const pace = sized && paces.get(sized.key)
    return pace ? { p50: pace.p50 * sized.work, p90: pace.p90 * sized.work } : null
  }

  return {
    spanOf,
    costOf: async (job) =>
      Math.max(LEAST_SECONDS, (await spanOf(job))?.p50 ?? usual * job.num_images),
    served: new Map(ended.toReversed().map((job) => [job.user_id, job.finished_at])),
  }
}

/** Models differ in what a unit takes them by a factor of a thousand. */
function paceKey(unit: WorkUnit, parameters: unknown): string {
  const { model } = parameters as { model?: string | null }
  return `${unit} ${model ?? ''}`
}

/** Work of all of a job, in the unit that its pace is for; null for a kind that is not there any more. */
async function sizeOf(kinds: Kinds, job: Sized): Promise<{ key: string; work: number } | null> {
  const kind = await kinds.find(job.type)
  if (!kind) return null
  const work = job.work ?? job.num_images * kind.work(job.parameters as StoredParameters)
  return { key: paceKey(kind.unit, job.parameters), work }
}
