import { sql } from 'kysely'
import { engineOfLane } from '#server/engines/spec/index.ts'
import { statement, type Tx } from '#server/platform/db/index.ts'
import type { Queue } from '#server/platform/queue.ts'
import { lockRoom } from './engine-room.ts'
import type { RunJobMessage } from './messages.ts'

export interface Admission {
  /**
   * Lets waiting jobs of a lane run while it has free slots; where its engine has a limit, those of all its lanes, in one
   * order. Must be the last thing that a transaction locks: it takes the engine's lock, and rows that others hold are passed
   * over, so it cannot deadlock.
   */
  admit(tx: Tx, lane: string): Promise<void>
  /** Like `admit`, for all lanes that the end of a job concerns: its own, and those where its user has other jobs waiting. */
  admitAfter(tx: Tx, job: { lane: string; user_id: string }): Promise<void>
}

/**
 * Which pending jobs may run: the head job of each user below the running limit; by plan, fewest running, and age.
 * Age counts from when a job came to the head of its user's queue, else somebody with 500 waiting jobs would go
 * before everybody who came later.
 */
export function createAdmission({ queue }: { queue: Queue }): Admission {
  async function admit(tx: Tx, lane: string): Promise<void> {
    const { lanes, left } = await lockRoom(tx, lane)
    for (let more = left ?? Infinity; more > 0; more--) {
      const open = [...lanes].flatMap(([name, free]) => (free > 0 ? [name] : []))
      const admitted = open.length > 0 ? await admitOne(tx, open) : null
      if (!admitted) return
      const { lane: name, ...message } = admitted
      lanes.set(name, (lanes.get(name) ?? 0) - 1)
      await queue.send(tx, name, message, { singletonKey: `${message.job}:${message.attempt}` })
    }
  }

  return {
    admit,
    async admitAfter(tx, { lane, user_id }) {
      const rows = await WAITING_LANES.run(tx, [user_id])
      // By their engines, in one order everywhere: two who lock the same ones would wait for each other.
      const lanes = [...new Set([lane, ...rows.map((row) => row.lane)])].toSorted()
      for (const group of inOrder(Map.groupBy(lanes, engineOfLane)))
        for (const each of group) await admit(tx, each)
    },
  }
}

const inOrder = (groups: Map<string, string[]>): string[][] =>
  [...groups.keys()].toSorted().map((engine) => groups.get(engine) ?? [])

const WAITING_LANES = statement<{ lane: string }>(`
  select distinct lane from inference_jobs
  where user_id = $1 and status in ('P', 'R') and admitted_at is null`)

/** A job that may run now, and where it waits. */
type Admitted = RunJobMessage & { lane: string }

/** `heads` hops from user to user along the index of each lane, so a user's 500 waiting jobs cost no more than one. */
async function admitOne(tx: Tx, lanes: readonly string[]): Promise<Admitted | null> {
  const { rows } = await sql<Admitted>`
    with recursive heads as (
      select first.* from unnest(${sql.val([...lanes])}::text[]) as lanes (name)
      cross join lateral (
        select id, user_id, priority, running_limit, created_at, lane from inference_jobs
        where lane = lanes.name and status = 'P' and admitted_at is null
        order by user_id, id limit 1
      ) first
      union all
      select next.* from heads cross join lateral (
        select id, user_id, priority, running_limit, created_at, lane from inference_jobs
        where lane = heads.lane and status = 'P' and admitted_at is null
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
    returning inference_jobs.id as job, inference_jobs.attempt + 1 as attempt, inference_jobs.lane`.execute(
    tx,
  )
  return rows[0] ?? null
}
