import { sql } from 'kysely'
import type { Job } from '#contract/inference-jobs.ts'
import { type Reader, statement } from '#server/platform/db/index.ts'
import { isEnded, type JobRow } from '../store.ts'
import { lanesBeside } from './engine-room.ts'
import { type Line, NEW_LINE } from './fair-turns.ts'
import { type LanePace, type LanePaces, SIZED, type Sized } from './lane-paces.ts'
import { createLaneViews } from './lane-views.ts'
import { LANE_ALIVE_SECONDS } from './lane-workers.ts'
import { lineOf, readPassed } from './line.ts'
import type { Span } from './measure-pace.ts'
import { type Begins, type LinePlay, playTurns, type ReplayedJob } from './replay-turns.ts'
import { createToldWaits, type ToldWaits } from './told-waits.ts'

export interface QueueEstimates {
  /** Reads what the estimate of a new job needs of its person, so that it goes to the server with what its order reads. */
  prepare(reader: Reader, lane: string, userId: string): Promise<void>
  /** Place in the queue and seconds until done; null where nothing honest can be said. */
  estimate(reader: Reader, job: JobRow): Promise<Job['queue']>
  /** Seconds that nine of ten jobs of this size took; null before the first of its unit and model in its lane. */
  usualSeconds(reader: Reader, job: JobRow): Promise<number | null>
}

/** An open job of a line. */
type Open = Sized &
  Pick<
    JobRow,
    | 'id'
    | 'user_id'
    | 'weight'
    | 'running_limit'
    | 'batch_id'
    | 'turn_seconds'
    | 'came'
    | 'passed_before'
    | 'line'
  > & { created_at: Date }

/** An open job as it is played. */
interface Played extends Record<keyof Span, ReplayedJob> {
  /** Its person ordered it after one of theirs was done, lately. */
  hasReturned: boolean
}

/** The jobs that take turns with those of a lane, as they were when it was looked at. */
interface LaneState {
  name: string
  line: Line
  /** By their ids. */
  waiting: Map<string, Played>
  running: { played: Played; fraction: number }[]
  slots: number
  /** Where the last turns of its persons ended. */
  ended: Map<string, number>
  pace: LanePace
  /** How the line goes on from those that wait, until one more does. */
  plays: Partial<Record<keyof Span, LinePlay>>
}

/** How long ago somebody had a job done who is taken to order again. */
const RETURNS_MS = 600_000

/** Estimates from a view of each lane. */
export function createQueueEstimates({ paces }: { paces: LanePaces }): QueueEstimates {
  const told = createToldWaits()
  const laneState = createLaneViews(async (reader, lane) => {
    const [state] = await Promise.all([
      readLane(reader, lane, paces.read(reader, lane)),
      learnEnds(reader, lane, told),
    ])
    return state
  })

  /** When a waiting job begins. One that is new joins the others of its lane, for those that come with it. */
  async function begins(
    reader: Reader,
    state: LaneState,
    job: JobRow,
    span: keyof Span,
  ): Promise<Begins> {
    if (!state.waiting.has(job.id)) {
      await learnEnd(reader, state, job.user_id)
      joinLine(state, job, await playedJob(state, job))
    }
    return (state.plays[span] ??= playLane(state, span)).begins(job.id)!
  }

  return {
    prepare: async (reader, lane, userId) =>
      learnEnd(reader, await laneState(reader, lane), userId),
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
      const p50 = await begins(reader, state, job, 'p50')
      const position = p50.before + (state.running.length >= state.slots ? state.running.length : 0)
      if (own === null || state.slots === 0) return { position, ...etas(null) }
      const p90 = await begins(reader, state, job, 'p90')
      const usual = p50.seconds + own.p50
      told.tell(job.lane, job.id, usual)
      // Slow drawings alone do not make the waits as uneven as those that come later do.
      const late = Math.max(p90.seconds + own.p90, usual * told.spread(job.lane))
      return { position, ...etas({ p50: usual, p90: Math.max(usual, late) }) }
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
 * Lets a job join the others, and forgets how the line goes on where that is another way now. Those that were ordered in one moment
 * join in the order in which they come; one that was in a line before may be older than others.
 */
function joinLine({ waiting, plays }: LaneState, { id, line }: JobRow, one: Played): void {
  if (waiting.has(id)) return
  waiting.set(id, one)
  for (const span of ['p50', 'p90'] as const)
    if (line !== null || !plays[span]?.join(one[span], returns(one, span))) delete plays[span]
}

/** Whether the person of a job is taken to order another like it once it is done. */
const returns = ({ hasReturned }: Played, span: keyof Span): boolean =>
  span === 'p90' || hasReturned

/**
 * Plays the line on: as usual, where those come again who have come again before; or where everybody does, and everything
 * takes as long as one in ten jobs.
 */
function playLane(state: LaneState, span: keyof Span): LinePlay {
  const { line, slots, ended } = state
  // One that is new may be older than others that came to the map before it.
  const waiting = [...state.waiting.values()].toSorted((a, b) => (a.p50.id < b.p50.id ? -1 : 1))
  const returning = new Set<string>()
  for (const one of [...waiting, ...state.running.map(({ played }) => played)])
    if (returns(one, span)) returning.add(one[span].user)
  return playTurns({
    line,
    slots,
    ended,
    waiting: waiting.map((one) => one[span]),
    running: state.running.map(({ played: { [span]: job }, fraction }) => ({
      job,
      left: job.seconds * (1 - fraction),
    })),
    returning,
  })
}

async function playedJob(
  { name, pace }: Pick<LaneState, 'name' | 'pace'>,
  job: Open,
  /** By default none since it came. */
  passed?: number,
): Promise<Played> {
  const isSeen = job.line === name
  const passedBefore = (isSeen ? job.passed_before : null) ?? 0
  const cost = (isSeen ? job.turn_seconds : null) ?? (await pace.costOf(job))
  const whole = await pace.spanOf(job)
  const as = (span: keyof Span): ReplayedJob => ({
    id: job.id,
    user: job.user_id,
    order: job.batch_id ?? job.id,
    weight: job.weight,
    limit: job.running_limit,
    cost,
    seconds: whole?.[span] ?? cost,
    came: isSeen ? job.came : null,
    passed: passed ?? passedBefore,
    passedBefore,
  })
  const served = pace.served.get(job.user_id)?.getTime() ?? 0
  const hasReturned = served > Date.now() - RETURNS_MS && served <= job.created_at.getTime()
  return { p50: as('p50'), p90: as('p90'), hasReturned }
}

/** What is read of an open job. */
const OPEN = sql.raw(
  `${SIZED}, id, user_id, weight, running_limit, batch_id, turn_seconds, came, passed_before, line,
    created_at`,
)

/** Reads a lane in few round trips: the first order after a quiet while waits for them. */
async function readLane(
  reader: Reader,
  lane: string,
  pacing: Promise<LanePace>,
): Promise<LaneState> {
  const counting = sql<{ slots: number; most: number | null }>`
    select coalesce(least(sum(slots) filter (where lane = ${lane}), min(most)), 0)::int as slots,
      min(most) as most
    from lane_workers where lane = any(${sql.val(lanesBeside(lane))}::text[])
      and heartbeat_at > now() - make_interval(secs => ${LANE_ALIVE_SECONDS})`.execute(reader)
  const [{ rows: workers }, pace] = await Promise.all([counting, pacing])
  const { slots, most } = workers[0]!
  // Lanes that share a limit wait for each other.
  const names = most === null ? [lane] : lanesBeside(lane)
  const lanes = sql.val(names)
  const name = lineOf(lane, most !== null)
  const [{ rows: waiting }, { rows: running }, { rows: lines }, passed] = await Promise.all([
    sql<Open>`
    select ${OPEN} from inference_jobs
    where lane = any(${lanes}::text[]) and status = 'P' and admitted_at is null
    order by id`.execute(reader),
    sql<Open & { fraction: number }>`
    select ${OPEN}, coalesce((progress->>'fraction')::float8, 0) as fraction from inference_jobs
    where lane = any(${lanes}::text[]) and admitted_at is not null and status in ('P', 'R')`.execute(
      reader,
    ),
    sql<Line>`select turn, done from queue_lines where name = ${name}`.execute(reader),
    readPassed(reader, { name, lanes: names }),
  ])
  // Of those that run as well: the replay lets them come again.
  const users = new Set([...waiting, ...running].map(({ user_id }) => user_id))
  const ended = await readEnds(reader, name, [...users])
  const played = (job: Open) => playedJob({ name, pace }, job, passed.get(job.id) ?? 0)
  return {
    name,
    line: lines[0] ?? NEW_LINE,
    waiting: new Map(
      await Promise.all(waiting.map(async (job) => [job.id, await played(job)] as const)),
    ),
    running: await Promise.all(
      running.map(async (job) => ({ played: await played(job), fraction: job.fraction })),
    ),
    slots,
    ended,
    pace,
    plays: {},
  }
}

/** Learns from the jobs that were told an estimate and have ended since. */
async function learnEnds(reader: Reader, lane: string, told: ToldWaits): Promise<void> {
  const awaited = told.awaited(lane)
  if (awaited.length === 0) return
  const { rows } = await sql<Pick<JobRow, 'id' | 'status' | 'finished_at'>>`
    select id, status, finished_at from inference_jobs
    where id = any(${sql.val(awaited)}::uuid[])`.execute(reader)
  for (const job of rows) {
    if (isEnded(job)) told.end(lane, job.id, job.status === 'S' ? job.finished_at : null)
  }
  const known = new Set(rows.map(({ id }) => id))
  told.drop(
    lane,
    awaited.filter((id) => !known.has(id)),
  )
}

/** Reads where the last turn of somebody ended who had nothing waiting when the lane was read: that may be long after the line's. */
async function learnEnd(reader: Reader, { name, ended }: LaneState, userId: string): Promise<void> {
  if (ended.has(userId)) return
  const own = await readEnds(reader, name, [userId])
  // Where none ended, a new turn starts at the line's clock; so it does from 0.
  ended.set(userId, own.get(userId) ?? 0)
}

const ENDS = statement<{ user_id: string; ended: number }>(`
  select user_id, last.ended from unnest($1::uuid[]) as people (user_id)
  cross join lateral (
    select turn + coalesce(turn_seconds, num_images) / weight as ended from inference_jobs
    where user_id = people.user_id and line = $2 and admitted_at is not null and turn is not null
    order by turn desc limit 1
  ) last`)

/** Where the last turns of persons ended in a line; one who never had a turn is missing. */
async function readEnds(
  reader: Reader,
  line: string,
  users: readonly string[],
): Promise<Map<string, number>> {
  if (users.length === 0) return new Map()
  const rows = await ENDS.run(reader, [users, line])
  return new Map(rows.map((one) => [one.user_id, one.ended]))
}
