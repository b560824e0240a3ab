import { engineOfLane } from '#server/engines/spec/index.ts'
import { type Reader, statement, type Tx } from '#server/platform/db/index.ts'
import type { JobRow } from '../store.ts'
import { type Head, type Line, mayPass, mayPassFrom, NEW_LINE, type Waiting } from './fair-turns.ts'
import { type LanePaces, SIZED, type Sized } from './lane-paces.ts'
import type { RunJobMessage } from './messages.ts'

/*
 * The jobs that take turns, as the rule of turns needs them. All of this happens behind the lock of the engine, and passes
 * over rows that others have locked.
 */

/** The name of the line that a lane belongs to. Lanes that share a limit are one. */
export const lineOf = (lane: string, isLimited: boolean): string =>
  isLimited ? `${engineOfLane(lane)}/*` : lane

/** A head and where it waits. */
type LaneHead = Head & { lane: string }

interface LineState {
  line: Line
  /** Of persons below their running limit. */
  heads: LaneHead[]
  /** Of the same persons, those that a head may not pass. */
  waiting: Waiting[]
}

/** A job that may run now, and where it waits. */
export type Admitted = RunJobMessage & { lane: string }

const WAITS = `status = 'P' and admitted_at is null`

/** SQL for what a turn of a job counts as. */
const COST = 'coalesce(turn_seconds, num_images)'

/** SQL for the waiting jobs of some lanes. */
const WAITING = `select id, came, passed_before, ${COST}::float8 as cost from inference_jobs
  where lane = any($1::text[]) and ${WAITS}`

/**
 * SQL for the waiting jobs `open` of a line and what of its name `$2` was begun that was ordered after them: `id`, `cost`,
 * `came`, `passedBefore`, `ahead`, `passed`. Of what was begun no more is read than is younger than `after`, which none
 * of them is older than. As a value: a planner that does not know it reads all that was ever begun.
 */
const passedOf = (open: string, after: string) => `
  with open as (${open}), begun as (
    select id, case when finished_at is null then ${COST}
      else extract(epoch from finished_at - admitted_at)::float8 end as seconds
    from inference_jobs
    where line = $2 and admitted_at is not null and id >= ${after}
  )
  select * from (
    select id, cost, came, coalesce(passed_before, 0) as "passedBefore",
      coalesce(sum(cost) over (order by id rows between unbounded preceding and 1 preceding), 0)::float8 as ahead,
      coalesce(sum(seconds) over (order by id desc rows between unbounded preceding and 1 preceding), 0)::float8 as passed
    from (
      select id, cost, came, passed_before, null::float8 as seconds from open
      union all select id, null, null, null, seconds from begun
    ) jobs
  ) waiting where cost is not null`

const UNSEEN = statement<Sized & { id: string; lane: string }>(`
  select id, lane, ${SIZED} from inference_jobs
  where lane = any($1::text[]) and ${WAITS} and (line is distinct from $2 or came is null)
  order by id`)

/** Of some waiting jobs, oldest first. */
const PASSED_BEFORE = statement<{ passed: number }>(`
  ${passedOf(
    `select id, came, passed_before, ${COST}::float8 as cost from inference_jobs where id = any($1::uuid[])`,
    '$3::uuid',
  )}
  order by id`)

const STAMP = statement(`
  with seen as (
    select job.id, fresh.cost, fresh.passed
    from unnest($2::uuid[], $3::float8[], $4::float8[]) as fresh (id, cost, passed)
    join inference_jobs job on job.id = fresh.id
    where job.${WAITS} for update of job skip locked
  )
  update inference_jobs set line = $1, turn_seconds = seen.cost, came = $5, passed_before = seen.passed
  from seen where inference_jobs.id = seen.id`)

const LINE = statement<Line>('select turn, done from queue_lines where name = $1')

export async function readLine(tx: Tx, name: string): Promise<Line> {
  const [line] = await LINE.run(tx, [name])
  return line ?? NEW_LINE
}

/**
 * Notes of jobs that came since the last turn what they count as, and what had been done and had passed them. Nothing was begun
 * in between, so it is as if that had been done when they came. One that comes from another line may be older than what was
 * begun here meanwhile.
 */
export async function seeNewJobs(
  tx: Tx,
  paces: LanePaces,
  { name, line, lanes }: { name: string; line: Line; lanes: readonly string[] },
): Promise<void> {
  const unseen = await UNSEEN.run(tx, [lanes, name])
  if (unseen.length === 0) return
  const ids = unseen.map(({ id }) => id)
  const costs: number[] = []
  for (const job of unseen) costs.push(await (await paces.read(tx, job.lane)).costOf(job))
  const passed = await PASSED_BEFORE.run(tx, [ids, name, ids[0]])
  await STAMP.run(tx, [name, ids, costs, passed.map((one) => one.passed), line.done])
}

/** Hops from person to person along the index of each lane: of a person's 500 waiting jobs it reads one. */
const HEADS = statement<LaneHead & { user_id: string }>(`
  with recursive heads as (
    select first.* from unnest($1::text[]) as lanes (name)
    cross join lateral (
      select id, user_id, lane, weight, running_limit, ${COST} as cost from inference_jobs
      where lane = lanes.name and ${WAITS}
      order by user_id, id limit 1
    ) first
    union all
    select next.* from heads cross join lateral (
      select id, user_id, lane, weight, running_limit, ${COST} as cost from inference_jobs
      where lane = heads.lane and ${WAITS} and user_id > heads.user_id
      order by user_id, id limit 1
    ) next
  )
  select id, user_id, lane, weight, cost::float8, coalesce(last.ended, 0)::float8 as ended
  from heads
  cross join lateral (
    select count(*) as jobs from inference_jobs
    where user_id = heads.user_id and status in ('P', 'R') and admitted_at is not null
  ) busy
  left join lateral (
    select turn + ${COST} / weight as ended from inference_jobs
    where user_id = heads.user_id and line = $2 and admitted_at is not null and turn is not null
    order by turn desc limit 1
  ) last on true
  where busy.jobs < heads.running_limit`)

/** Waiting jobs of some persons, oldest first: so many that are younger than one. */
const OLDEST = statement<Waiting & { cost: number }>(`
  ${passedOf(
    `
    select first.* from unnest($1::text[]) as lanes (name)
    cross join lateral (
      select id, came, passed_before, ${COST}::float8 as cost from inference_jobs
      where lane = lanes.name and ${WAITS} and user_id = any($3::uuid[]) and id > $4
      order by id limit $5
    ) first
    order by id limit $5`,
    '$6::uuid',
  )}
  order by id`)

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
/** Waiting jobs that are read at first. */
const FIRST_READ = 100

/**
 * Those of some persons that a job of so many seconds may not pass. Only the oldest are read, until no younger one can be one
 * of them: about as many as were passed, however many wait.
 */
async function readUnpassable(
  tx: Tx,
  { name, line, lanes }: { name: string; line: Line; lanes: readonly string[] },
  { users, largest, oldest }: { users: readonly string[]; largest: number; oldest: string },
): Promise<Waiting[]> {
  const found: Waiting[] = []
  let [after, from, before] = [BEFORE_ALL, oldest, 0]
  for (let most = FIRST_READ; ; most *= 4) {
    const rows = await OLDEST.run(tx, [lanes, name, users, after, most, from])
    for (const row of rows) {
      const waiting = { ...row, ahead: before + row.ahead }
      if (!mayPass(line, waiting, largest)) found.push(waiting)
      else if (mayPassFrom(waiting, largest)) return found
    }
    const last = rows.at(-1)
    if (!last || rows.length < most) return found
    after = from = last.id
    before += last.ahead + last.cost
  }
}

/** @param lanes that have room */
export async function readTurns(
  tx: Tx,
  { name, line, lanes }: { name: string; line: Line; lanes: readonly string[] },
): Promise<LineState> {
  const heads = await HEADS.run(tx, [lanes, name])
  if (heads.length < 2) return { line, heads, waiting: [] }
  const largest = Math.max(...heads.map(({ cost }) => cost))
  const users = [...new Set(heads.map((head) => head.user_id))]
  // In the other lanes none of them waits.
  const own = [...new Set(heads.map((head) => head.lane))]
  const oldest = heads.map(({ id }) => id).toSorted()[0]!
  const waiting = await readUnpassable(tx, { name, line, lanes: own }, { users, largest, oldest })
  return { line, heads, waiting }
}

const PASSED = statement<{ id: string; passed: number }>(
  `select id, passed from (${passedOf(WAITING, '(select id from open order by id limit 1)')}) waiting where passed > 0`,
)

/** Seconds of what was begun in a line that was ordered after a waiting job, by its id; of others nothing was. */
export async function readPassed(
  reader: Reader,
  { name, lanes }: { name: string; lanes: readonly string[] },
): Promise<Map<string, number>> {
  return new Map((await PASSED.run(reader, [lanes, name])).map(({ id, passed }) => [id, passed]))
}

/** The first that nobody else has locked, which would be somebody who ends or moves it. */
const TAKE = statement<Admitted>(`
  with chosen as (
    select job.id, turn.start from unnest($1::uuid[], $2::float8[]) with ordinality as turn (id, start, place)
    join inference_jobs job on job.id = turn.id
    where job.${WAITS}
    order by turn.place limit 1
    for update of job skip locked
  )
  update inference_jobs set admitted_at = now(), line = $3, turn = chosen.start from chosen
  where inference_jobs.id = chosen.id
  returning inference_jobs.id as job, inference_jobs.attempt + 1 as attempt, inference_jobs.lane`)

/** @param turns in order, with their starts. @returns null: somebody else has all of them */
export async function takeTurn(
  tx: Tx,
  name: string,
  turns: readonly { id: string; start: number }[],
): Promise<Admitted | null> {
  const values = [turns.map(({ id }) => id), turns.map(({ start }) => start), name]
  const [admitted] = await TAKE.run(tx, values)
  return admitted ?? null
}

const ADVANCE = statement(`
  insert into queue_lines (name, turn, done) values ($1, $2, $3)
  on conflict (name) do update set turn = excluded.turn, done = excluded.done`)

export async function writeLine(tx: Tx, name: string, { turn, done }: Line): Promise<void> {
  await ADVANCE.run(tx, [name, turn, done])
}

/** What it took as the row of what was begun says now, for that is what has passed others: of one that was put back, nothing. */
const CORRECT = statement(`
  update queue_lines set done = done - $3::float8 + coalesce(
    (select extract(epoch from finished_at - admitted_at)::float8 from inference_jobs where id = $2), 0)
  where name = $1`)

/** Something that was begun. */
export type Begun = Pick<JobRow, 'id' | 'line' | 'admitted_at' | 'turn_seconds' | 'num_images'>

/**
 * Counts what took its turn as what it took, now that its place is free; as nothing if it was put back and will have another
 * turn.
 */
export async function noteTaken(tx: Tx, begun: Begun): Promise<void> {
  const { id, line, admitted_at: since, turn_seconds: seconds, num_images: images } = begun
  if (line === null || since === null) return
  await CORRECT.run(tx, [line, id, seconds ?? images])
}
