import { engineOfLane, laneName, POOLS } from '#server/engines/spec/index.ts'
import { statement, type Tx } from '#server/platform/db/index.ts'
import { LANE_ALIVE_SECONDS } from './lane-workers.ts'

/**
 * How much more an engine may do at once. A lane has the slots of its workers; the limit of an engine counts over all its
 * lanes, and what it writes (`word_proposals`) counts, too. Who admits holds the lock of the engine, so that two lanes never
 * take the same place.
 */
export interface EngineRoom {
  /** More jobs that a lane's workers can take, by lane: of all lanes of a limited engine, of the one asked for otherwise. */
  lanes: Map<string, number>
  /** More that its limit lets it do; null: it has none. */
  left: number | null
}

/** All lanes that count together with one. */
export const lanesBeside = (lane: string): string[] => {
  const engine = engineOfLane(lane)
  return POOLS.map((pool) => laneName(engine, pool))
}

const lockKey = (engine: string) => `hashtextextended('generation-engine-' || ${engine}, 0)`
const ALIVE = `heartbeat_at > now() - interval '${LANE_ALIVE_SECONDS} seconds'`
const BUSY = `admitted_at is not null and status in ('P', 'R')`

/** SQL that takes the lock of an engine together with others who only look, where a condition holds. */
export const lockEngineWhere = (condition: string, engine: string) =>
  `case when ${condition} then pg_advisory_xact_lock_shared(${lockKey(engine)}) end`

/** SQL for the limit of an engine; null: none. */
const limitOf = (lanes: string) =>
  `(select min(most) from lane_workers where lane = any(${lanes}) and ${ALIVE})`

/** SQL for how many more jobs a lane's workers can take. */
const slotsLeft = (lane: string) => `(
  (select coalesce(sum(slots), 0) from lane_workers where lane = ${lane} and ${ALIVE})
  - (select count(*) from inference_jobs where lane = ${lane} and ${BUSY}))`

/** SQL for what an engine does now. */
const busyOf = (lanes: string, engine: string) => `(
  (select count(*) from inference_jobs where lane = any(${lanes}) and ${BUSY})
  + (select count(*) from word_proposals where engine = ${engine} and status = 'R'))`

/** SQL for how many more jobs a lane can work on now, within the limit of its engine. */
export const freeSlots = (lane: string, lanes: string, engine: string) => `greatest(0,
  case when ${limitOf(lanes)} is null then ${slotsLeft(lane)}
  else least(${slotsLeft(lane)}, ${limitOf(lanes)} - ${busyOf(lanes, engine)}) end)::int`

const LOCK = statement(`select pg_advisory_xact_lock(${lockKey('$1')})`)
const LANE = statement<{ free: number; most: number | null }>(
  `select greatest(0, ${slotsLeft('$1')})::int as free, ${limitOf('$2::text[]')} as most`,
)
const LIMITED = statement<{ lane: string; free: number; busy: number }>(`
  select lane, greatest(0, ${slotsLeft('lane_names.lane')})::int as free,
    ${busyOf('$1::text[]', '$2')}::int as busy
  from unnest($1::text[]) as lane_names (lane)`)
const OTHERS = statement<{ busy: number }>(`
  select (
    (select count(*) from inference_jobs where lane = any($1::text[]) and ${BUSY})
    + (select count(*) from word_proposals where engine = $2 and status = 'R' and started_at is not null)
  )::int as busy`)

/** Waits until nobody admits anything to an engine; nobody will before the transaction ends. */
export async function lockEngine(tx: Tx, engine: string): Promise<void> {
  await LOCK.run(tx, [engine])
}

/** Reads the room of a lane, and of the others where they share a limit, behind the lock of their engine. */
export async function lockRoom(tx: Tx, lane: string): Promise<EngineRoom> {
  const engine = engineOfLane(lane)
  const lanes = lanesBeside(lane)
  const [, [row]] = await Promise.all([LOCK.run(tx, [engine]), LANE.run(tx, [lane, lanes])])
  const { free, most } = row!
  if (most === null) return { lanes: new Map([[lane, free]]), left: null }
  const rows = await LIMITED.run(tx, [lanes, engine])
  return {
    lanes: new Map(rows.map((one) => [one.lane, one.free])),
    left: Math.max(0, most - (rows[0]?.busy ?? 0)),
  }
}

/** What an engine does now, without proposals that wait; its lock is held. */
export async function countAtWork(tx: Tx, engine: string): Promise<number> {
  const [row] = await OTHERS.run(tx, [lanesBeside(engine), engine])
  return row!.busy
}
