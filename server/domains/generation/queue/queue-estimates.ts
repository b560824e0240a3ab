import { sql } from 'kysely'
import type { Job } from '#contract/inference-jobs.ts'
import type { Reader } from '#server/platform/db/index.ts'
import type { StoredParameters, WorkUnit } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/registry.ts'
import { isEnded, type JobRow } from '../store.ts'
import { lanesBeside } from './engine-room.ts'
import { LANE_ALIVE_SECONDS } from './lane-workers.ts'
import { measurePace, type Span } from './measure-pace.ts'

export interface QueueEstimates {
  /** Place in the queue and seconds until done; null where nothing honest can be said. */
  estimate(reader: Reader, job: JobRow): Promise<Job['queue']>
  /** Seconds that nine of ten jobs of this size took; null before the first of its unit and model in its lane. */
  usualSeconds(reader: Reader, job: JobRow): Promise<number | null>
}

/** What the time of a job depends on. */
type Sized = Pick<JobRow, 'type' | 'work' | 'num_images'> & { parameters: unknown }

interface Waiting extends Sized {
  id: string
  user_id: string
  priority: number
  /** Place among the jobs of its user. */
  rank: number
}

interface Running extends Sized {
  fraction: number
}

interface Ended extends Sized {
  seconds: number
}

interface LaneState {
  waiting: Waiting[]
  running: Running[]
  slots: number
  /** Seconds of a unit of work, from the jobs that ended last, by {@link paceKey}. */
  paces: ReadonlyMap<string, Span>
}

const FRESH_MS = 500
/** Jobs of a lane that the pace is measured from. */
const RECENT_JOBS = 200

/** Models differ in what a unit takes them by a factor of a thousand. */
function paceKey(unit: WorkUnit, parameters: unknown): string {
  const { model } = parameters as { model?: string | null }
  return `${unit} ${model ?? ''}`
}

/** Estimates from a view of each lane that is at most half a second old. */
export function createQueueEstimates({ kinds }: { kinds: Kinds }): QueueEstimates {
  const lanes = new Map<string, { readAt: number; state: LaneState }>()

  /** On the caller's connection: one more from the pool, taken inside a transaction, could wait for ever. */
  async function laneState(reader: Reader, lane: string): Promise<LaneState> {
    const known = lanes.get(lane)
    if (known && performance.now() - known.readAt < FRESH_MS) return known.state
    const state = await readLane(kinds, reader, lane)
    lanes.set(lane, { readAt: performance.now(), state })
    return state
  }

  /** For all of a job, without the jobs before it. */
  async function wholeSpan(lane: LaneState, job: Sized): Promise<Span | null> {
    const sized = await sizeOf(kinds, job)
    const pace = sized && lane.paces.get(sized.key)
    return pace ? scale(pace, sized.work) : null
  }

  /** For those that go before a job, by what they have to do themselves; one of which nothing is known counts as the job does. */
  async function aheadSpans(lane: LaneState, job: JobRow, own: Span): Promise<Span[]> {
    const waiting = await Promise.all(
      waitingBefore(job, lane).map(async (other) => (await wholeSpan(lane, other)) ?? own),
    )
    const running = await Promise.all(
      runningBefore(job, lane).map(async (other) =>
        scale((await wholeSpan(lane, other)) ?? own, 1 - other.fraction),
      ),
    )
    return [...waiting, ...running]
  }

  return {
    async estimate(reader, job) {
      if (isEnded(job)) return { position: null, eta_p50: null, eta_p90: null }
      const lane = await laneState(reader, job.lane)
      const own = await wholeSpan(lane, job)
      if (job.status === 'R') {
        // Of the others in the engine's own line nothing is known but how many they are.
        const ahead = Number(job.progress['ahead'] ?? 0)
        return { position: ahead, ...etas(ahead > 0 ? null : remaining(job, own)) }
      }
      const position = waitingBefore(job, lane).length + runningBefore(job, lane).length
      if (own === null || lane.slots === 0) return { position, ...etas(null) }
      const ahead = await aheadSpans(lane, job, own)
      return { position, ...etas(add(own, scale(ahead.reduce(add, NOTHING), 1 / lane.slots))) }
    },
    async usualSeconds(reader, job) {
      return (await wholeSpan(await laneState(reader, job.lane), job))?.p90 ?? null
    },
  }
}

const NOTHING: Span = { p50: 0, p90: 0 }
const scale = ({ p50, p90 }: Span, by: number): Span => ({ p50: p50 * by, p90: p90 * by })
const add = (a: Span, b: Span): Span => ({ p50: a.p50 + b.p50, p90: a.p90 + b.p90 })

function etas(span: Span | null): Pick<Job['queue'], 'eta_p50' | 'eta_p90'> {
  const rounded = (seconds: number) => Math.round(seconds * 10) / 10
  return { eta_p50: span && rounded(span.p50), eta_p90: span && rounded(span.p90) }
}

/** Work of all of a job, in the unit that its pace is for; null for a kind that is not there any more. */
async function sizeOf(kinds: Kinds, job: Sized): Promise<{ key: string; work: number } | null> {
  const kind = await kinds.find(job.type)
  if (!kind) return null
  const work = job.work ?? job.num_images * kind.work(job.parameters as StoredParameters)
  return { key: paceKey(kind.unit, job.parameters), work }
}

/** What a running job took so far tells more about the rest, the farther it is. */
function remaining(job: JobRow, whole: Span | null): Span | null {
  const fraction = Math.min(1, Number(job.progress['fraction'] ?? 0))
  if (job.started_at === null || fraction === 0) return whole
  const took = (Date.now() - job.started_at.getTime()) / 1000 / fraction
  const measured = { p50: took, p90: took }
  const expected =
    whole === null ? measured : add(scale(measured, fraction), scale(whole, 1 - fraction))
  return scale(expected, 1 - fraction)
}

/** Running jobs that this one waits for: they count only while the lane is full. */
function runningBefore(job: JobRow, lane: LaneState): Running[] {
  return job.admitted_at === null && lane.running.length >= lane.slots ? lane.running : []
}

/** Waiting jobs that go before this one, as admission takes turns among users. */
function waitingBefore(job: JobRow, lane: LaneState): Waiting[] {
  if (job.admitted_at !== null) return []
  const ownBefore = lane.waiting.filter(
    (other) => other.user_id === job.user_id && other.id < job.id,
  ).length
  const rank = ownBefore + 1
  return lane.waiting.filter((other) => {
    if (other.id === job.id) return false
    if (other.priority !== job.priority) return other.priority > job.priority
    return other.rank < rank || (other.rank === rank && other.id < job.id)
  })
}

/** All parameters of older jobs, whose work was not counted; of others the model alone. */
const SIZED = sql`type, work, num_images,
  case when work is null then parameters - 'prompt' - 'negative_prompt'
    else jsonb_build_object('model', parameters->'model') end as parameters`

async function readLane(kinds: Kinds, reader: Reader, lane: string): Promise<LaneState> {
  const { rows: workers } = await sql<{ slots: number; most: number | null }>`
    select coalesce(least(sum(slots) filter (where lane = ${lane}), min(most)), 0)::int as slots,
      min(most) as most
    from lane_workers where lane = any(${sql.val(lanesBeside(lane))}::text[])
      and heartbeat_at > now() - make_interval(secs => ${LANE_ALIVE_SECONDS})`.execute(reader)
  // Lanes that share a limit wait for each other.
  const lanes = sql.val(workers[0]?.most == null ? [lane] : lanesBeside(lane))
  const { rows: waiting } = await sql<Waiting>`
    select ${SIZED}, id, user_id, priority,
      row_number() over (partition by user_id order by id)::int as rank
    from inference_jobs where lane = any(${lanes}::text[]) and status = 'P' and admitted_at is null`.execute(
    reader,
  )
  const { rows: running } = await sql<Running>`
    select ${SIZED}, coalesce((progress->>'fraction')::float8, 0) as fraction
    from inference_jobs
    where lane = any(${lanes}::text[]) and admitted_at is not null and status in ('P', 'R')`.execute(
    reader,
  )
  // Only jobs of one attempt have their engine's time; from start to end there is storing in it, too.
  const { rows: ended } = await sql<Ended>`
    select ${SIZED}, extract(epoch from finished_at - started_at)::float8 as seconds
    from inference_jobs
    where lane = ${lane} and status = 'S' and engine_ms is not null
    order by finished_at desc limit ${RECENT_JOBS}`.execute(reader)
  return { waiting, running, slots: workers[0]!.slots, paces: await measure(kinds, ended) }
}

/** By {@link paceKey}; `ended` is newest first. */
async function measure(kinds: Kinds, ended: readonly Ended[]): Promise<Map<string, Span>> {
  const jobs = await Promise.all(
    ended.map(async (job) => ({ ...(await sizeOf(kinds, job)), seconds: job.seconds })),
  )
  const paces = new Map<string, Span>()
  for (const [key, all] of Map.groupBy(jobs, (job) => job.key)) {
    if (key === undefined) continue
    paces.set(key, measurePace(all.map(({ seconds, work = 1 }) => ({ seconds, work }))))
  }
  return paces
}
