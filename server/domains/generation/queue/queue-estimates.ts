import { sql } from 'kysely'
import type { Job } from '#contract/inference-jobs.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { isEnded, type JobRow } from '../store.ts'
import { lanesBeside } from './engine-room.ts'
import { type Line, NEW_LINE } from './fair-turns.ts'
import { FRESH_MS, type LanePace, type LanePaces, SIZED, type Sized } from './lane-paces.ts'
import { LANE_ALIVE_SECONDS } from './lane-workers.ts'
import { lineOf } from './line.ts'
import type { Span } from './measure-pace.ts'
import { type Begins, type ReplayedJob, type ReplayedLine, replayTurns } from './replay-turns.ts'

export interface QueueEstimates {
  /** Place in the queue and seconds until done; null where nothing honest can be said. */
  estimate(reader: Reader, job: JobRow): Promise<Job['queue']>
  /** Seconds that nine of ten jobs of this size took; null before the first of its unit and model in its lane. */
  usualSeconds(reader: Reader, job: JobRow): Promise<number | null>
}

/** An open job of a line. */
type Open = Sized &
  Pick<
    JobRow,
    'id' | 'user_id' | 'weight' | 'running_limit' | 'batch_id' | 'turn_seconds' | 'due' | 'line'
  > & { created_at: Date }

type Running = Open & { fraction: number }

/** The jobs that take turns with those of a lane, as they were when it was looked at. */
interface LaneState {
  name: string
  line: Line
  waiting: Open[]
  running: Running[]
  slots: number
  ended: ReadonlyMap<string, number>
  pace: LanePace
  /** What became of those that wait, until one more does. */
  played: Promise<Record<keyof Span, Map<string, Begins>>> | null
}

/** How long ago somebody had a job done who is taken to order again. */
const RETURNS_MS = 600_000

/** Estimates from a view of each lane that is at most half a second old. */
export function createQueueEstimates({ paces }: { paces: LanePaces }): QueueEstimates {
  const lanes = new Map<string, { readAt: number; state: LaneState }>()

  /** On the caller's connection: one more from the pool, taken inside a transaction, could wait for ever. */
  async function laneState(reader: Reader, lane: string): Promise<LaneState> {
    const known = lanes.get(lane)
    if (known && performance.now() - known.readAt < FRESH_MS) return known.state
    const state = await readLane(reader, lane, await paces.read(reader, lane))
    lanes.set(lane, { readAt: performance.now(), state })
    return state
  }

  /** When a waiting job begins. One that is new joins the others of its lane, for those that come with it. */
  async function begins(state: LaneState, job: JobRow): Promise<Record<keyof Span, Begins>> {
    if (!state.waiting.some(({ id }) => id === job.id)) {
      state.waiting.push(job)
      state.played = null
    }
    state.played ??= playLane(state)
    const { p50, p90 } = await state.played
    return { p50: p50.get(job.id)!, p90: p90.get(job.id)! }
  }

  return {
    async estimate(reader, job) {
      if (isEnded(job)) return { position: null, eta_p50: null, eta_p90: null }
      const state = await laneState(reader, job.lane)
      const own = await state.pace.spanOf(job)
      if (job.status === 'R') {
        // Of the others in the engine's own line nothing is known but how many they are.
        const ahead = Number(job.progress['ahead'] ?? 0)
        return { position: ahead, ...etas(ahead > 0 ? null : remaining(job, own)) }
      }
      if (job.admitted_at !== null) return { position: 0, ...etas(state.slots > 0 ? own : null) }
      const { p50, p90 } = await begins(state, job)
      const position = p50.before + (state.running.length >= state.slots ? state.running.length : 0)
      if (own === null || state.slots === 0) return { position, ...etas(null) }
      const usual = p50.seconds + own.p50
      return {
        position,
        ...etas({ p50: usual, p90: Math.max(usual, p90.seconds + own.p90) }),
      }
    },
    async usualSeconds(reader, job) {
      return (await (await paces.read(reader, job.lane)).spanOf(job))?.p90 ?? null
    },
  }
}

function etas(span: Span | null): Pick<Job['queue'], 'eta_p50' | 'eta_p90'> {
  const rounded = (seconds: number) => Math.round(seconds * 10) / 10
  return { eta_p50: span && rounded(span.p50), eta_p90: span && rounded(span.p90) }
}

/** What a running job took so far tells more about the rest, the farther it is. */
function remaining(job: JobRow, whole: Span | null): Span | null {
  const fraction = Math.min(1, Number(job.progress['fraction'] ?? 0))
  if (job.started_at === null || fraction === 0) return whole
  const took = (Date.now() - job.started_at.getTime()) / 1000 / fraction
  const expected = (all: number) => (took * fraction + all * (1 - fraction)) * (1 - fraction)
  return { p50: expected(whole?.p50 ?? took), p90: expected(whole?.p90 ?? took) }
}

/**
 * Plays the line on, twice: as usual, where those come again who have come again before; and where everybody does, and
 * everything takes as long as one in ten jobs.
 */
async function playLane(state: LaneState): Promise<Record<keyof Span, Map<string, Begins>>> {
  const { waiting, running, pace } = state
  const since = Date.now() - RETURNS_MS
  const open = [...waiting, ...running]
  const everybody = new Set(open.map(({ user_id: user }) => user))
  const returning = new Set(
    open.flatMap(({ user_id: user, created_at }) => {
      const served = pace.served.get(user)?.getTime() ?? 0
      return served > since && served <= created_at.getTime() ? [user] : []
    }),
  )
  const play = async (span: keyof Span, who: ReadonlySet<string>) =>
    replayTurns({ ...(await replayed(state, span)), returning: who })
  return { p50: await play('p50', returning), p90: await play('p90', everybody) }
}

async function replayed(
  { name, line, waiting, running, slots, ended, pace }: LaneState,
  span: keyof Span,
): Promise<Omit<ReplayedLine, 'returning'>> {
  async function replayedJob(job: Open): Promise<ReplayedJob> {
    const isSeen = job.line === name
    const cost = (isSeen ? job.turn_seconds : null) ?? (await pace.costOf(job))
    return {
      id: job.id,
      user: job.user_id,
      order: job.batch_id ?? job.id,
      weight: job.weight,
      limit: job.running_limit,
      cost,
      seconds: (await pace.spanOf(job))?.[span] ?? cost,
      due: isSeen ? job.due : null,
    }
  }
  return {
    line,
    slots,
    ended,
    waiting: await Promise.all(waiting.map(replayedJob)),
    running: await Promise.all(
      running.map(async (one) => {
        const job = await replayedJob(one)
        return { job, left: job.seconds * (1 - one.fraction) }
      }),
    ),
  }
}

/** What is read of an open job. */
const OPEN = sql.raw(
  `${SIZED}, id, user_id, weight, running_limit, batch_id, turn_seconds, due, line, created_at`,
)

async function readLane(reader: Reader, lane: string, pace: LanePace): Promise<LaneState> {
  const { rows: workers } = await sql<{ slots: number; most: number | null }>`
    select coalesce(least(sum(slots) filter (where lane = ${lane}), min(most)), 0)::int as slots,
      min(most) as most
    from lane_workers where lane = any(${sql.val(lanesBeside(lane))}::text[])
      and heartbeat_at > now() - make_interval(secs => ${LANE_ALIVE_SECONDS})`.execute(reader)
  const { slots, most } = workers[0]!
  // Lanes that share a limit wait for each other.
  const lanes = sql.val(most === null ? [lane] : lanesBeside(lane))
  const name = lineOf(lane, most !== null)
  const { rows: waiting } = await sql<Open>`
    select ${OPEN} from inference_jobs where lane = any(${lanes}::text[]) and status = 'P' and admitted_at is null
    order by id`.execute(reader)
  const { rows: running } = await sql<Running>`
    select ${OPEN}, coalesce((progress->>'fraction')::float8, 0) as fraction from inference_jobs
    where lane = any(${lanes}::text[]) and admitted_at is not null and status in ('P', 'R')`.execute(
    reader,
  )
  const { rows: lines } = await sql<Line>`
    select turn, done from queue_lines where name = ${name}`.execute(reader)
  const users = sql.val([...new Set(waiting.map((job) => job.user_id))])
  const { rows: ended } = await sql<{ user_id: string; ended: number }>`
    select users.id as user_id, last.ended from unnest(${users}::uuid[]) as users (id)
    cross join lateral (
      select turn + coalesce(turn_seconds, num_images) / weight as ended from inference_jobs
      where user_id = users.id and line = ${name} and admitted_at is not null and turn is not null
      order by turn desc limit 1
    ) last`.execute(reader)
  return {
    name,
    line: lines[0] ?? NEW_LINE,
    waiting,
    running,
    slots,
    ended: new Map(ended.map((one) => [one.user_id, one.ended])),
    pace,
    played: null,
  }
}
