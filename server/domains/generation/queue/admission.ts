import { sql } from 'kysely'
import { statement, type Tx } from '#server/platform/db/index.ts'
import type { Queue } from '#server/platform/queue.ts'
import { LANE_ALIVE_SECONDS } from './lane-workers.ts'
import type { RunJobMessage } from './messages.ts'

export interface Admission {
  /**
   * Lets waiting jobs of a lane run while it has free slots. Must be the last thing that a transaction
   * locks: it takes the lane's lock, and rows that others hold are passed over, so it cannot deadlock.
   */
  admit(tx: Tx, lane: string): Promise<void>
  /** As `admit`, in the lane of a job that ended and in those where its user has others waiting, who may run now. */
  admitAfter(tx: Tx, job: { lane: string; user_id: string }): Promise<void>
}

/**
 * Which pending jobs may run: the head job of each user below the running limit; by plan, fewest running, and age.
 * Age counts from when a job came to the head of its user's queue, else somebody with 500 waiting jobs would go
 * before everybody who came later.
 */
export function createAdmission({ queue }: { queue: Queue }): Admission {
  async function admit(tx: Tx, lane: string): Promise<void> {
    const [, [row]] = await Promise.all([LOCK_LANE.run(tx, [lane]), COUNT_FREE.run(tx, [lane])])
    for (let { free } = row!; free > 0; free--) {
      const message = await admitOne(tx, lane)
      if (!message) return
      await queue.send(tx, lane, message, { singletonKey: `${message.job}:${message.attempt}` })
    }
  }

  return {
    admit,
    async admitAfter(tx, { lane, user_id }) {
      const rows = await WAITING_LANES.run(tx, [user_id])
      // In one order everywhere: two who lock the same lanes would wait for each other.
      const lanes = new Set([lane, ...rows.map((row) => row.lane)])
      for (const each of [...lanes].toSorted()) await admit(tx, each)
    },
  }
}

const lockKey = (lane: string) => `hashtextextended('generation-lane-' || ${lane}, 0)`

/** SQL that takes the lock of a lane together with others who only look, where a condition holds. */
export const lockLaneWhere = (condition: string, lane: string) =>
  `case when ${condition} then pg_advisory_xact_lock_shared(${lockKey(lane)}) end`

/** SQL for how many more jobs a lane can work on now. */
export const freeSlots = (lane: string) => `greatest(0, (
  select coalesce(least(sum(slots), min(most)), 0) from lane_workers
  where lane = ${lane} and heartbeat_at > now() - interval '${LANE_ALIVE_SECONDS} seconds'
) - (
  select count(*) from inference_jobs
  where lane = ${lane} and admitted_at is not null and status in ('P', 'R')
))::int`

const LOCK_LANE = statement(`select pg_advisory_xact_lock(${lockKey('$1')})`)

/** Waits until nobody admits jobs to a lane; nobody will before the transaction ends. */
export async function lockLane(tx: Tx, lane: string): Promise<void> {
  await LOCK_LANE.run(tx, [lane])
}

const WAITING_LANES = statement<{ lane: string }>(`
  select distinct lane from inference_jobs
  where user_id = $1 and status in ('P', 'R') and admitted_at is null`)
const COUNT_FREE = statement<{ free: number }>(`select ${freeSlots('$1')} as free`)

/** `heads` hops from user to user along the index, so a user's 500 waiting jobs cost no more than one. */
async function admitOne(tx: Tx, lane: string): Promise<RunJobMessage | null> {
  const { rows } = await sql<RunJobMessage>`
    with recursive heads as (
      (
        select id, user_id, priority, running_limit, created_at from inference_jobs
        where lane = ${lane} and status = 'P' and admitted_at is null
        order by user_id, id limit 1
      )
      union all
      select next.* from heads cross join lateral (
        select id, user_id, priority, running_limit, created_at from inference_jobs
        where lane = ${lane} and status = 'P' and admitted_at is null
          and user_id > heads.user_id
        order by user_id, id limit 1
      ) next
    ), candidates as (
      select heads.id, heads.priority, busy.jobs,
        greatest(heads.created_at, served.last_at) as head_since
      from heads
      cross join lateral (
        select max(admitted_at) as last_at from inference_jobs
        where user_id = heads.user_id and admitted_at is not null
      ) served
      cross join lateral (
        select count(*) as jobs from inference_jobs
        where user_id = heads.user_id and status in ('P', 'R') and admitted_at is not null
      ) busy
      where busy.jobs < heads.running_limit
      order by heads.priority desc, busy.jobs, head_since, heads.id
      limit 20
    ), chosen as (
      select job.id from inference_jobs job join candidates on candidates.id = job.id
      where job.status = 'P' and job.admitted_at is null
      order by candidates.priority desc, candidates.jobs, candidates.head_since, job.id
      limit 1
      for update of job skip locked
    )
    update inference_jobs set admitted_at = now() from chosen
    where inference_jobs.id = chosen.id
    returning inference_jobs.id as job, inference_jobs.attempt + 1 as attempt`.execute(tx)
  return rows[0] ?? null
}
