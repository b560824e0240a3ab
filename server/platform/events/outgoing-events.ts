import { sql } from 'kysely'
import { afterCommit, beforeCommit, type Tx } from '#server/platform/db/index.ts'

export interface OutgoingEvent {
  userId: string
  event: string
  data: unknown
}

const KEPT_PER_USER = 1000
/** The per-user bound is applied at every so many events, not at each. */
const TRIM_EVERY = 100

export interface OutgoingEvents {
  /** Adds to what a transaction writes with its commit. */
  add(tx: Tx, event: OutgoingEvent): void
}

/**
 * Collects the events of each transaction and writes them together, last of all: a user's counter is then locked
 * only while the transaction commits.
 * @param onCommitted called with each user of a committed transaction that has new events
 */
export function createOutgoingEvents(onCommitted: (userId: string) => void): OutgoingEvents {
  const collected = new WeakMap<Tx, OutgoingEvent[]>()

  return {
    add(tx, event) {
      const events = collected.get(tx)
      if (events) {
        events.push(event)
        return
      }
      const first = [event]
      collected.set(tx, first)
      beforeCommit(tx, () => writeEvents(tx, first))
      afterCommit(tx, () => {
        for (const userId of new Set(first.map((each) => each.userId))) onCommitted(userId)
      })
    },
  }
}

/** Users in the order of their ids, so that two transactions with events for the same two cannot deadlock. */
async function writeEvents(tx: Tx, events: OutgoingEvent[]): Promise<void> {
  const { rows } = await sql<{ user_id: string; last_seq: number; total: number }>`
    with outgoing as (
      select user_id, event, data, count(*) over (partition by user_id) as total,
        row_number() over (partition by user_id order by place) as rank
      from rows from (
        jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as ("userId" uuid, event text, data jsonb)
      ) with ordinality as listed (user_id, event, data, place)
    ), counters as (
      insert into user_event_counters as c (user_id, last_seq)
      select user_id, total from outgoing where rank = 1 order by user_id
      on conflict (user_id) do update set last_seq = c.last_seq + excluded.last_seq
      returning user_id, last_seq
    ), stored as (
      insert into user_events (user_id, seq, event, data)
      select user_id, last_seq - total + rank, event, data from outgoing join counters using (user_id)
    )
    select user_id, last_seq, total from counters join outgoing using (user_id) where rank = 1`.execute(
    tx,
  )
  for (const { user_id, last_seq, total } of rows) {
    if (last_seq % TRIM_EVERY >= total) continue
    await tx
      .deleteFrom('user_events')
      .where('user_id', '=', user_id)
      .where('seq', '<=', last_seq - KEPT_PER_USER)
      .execute()
  }
}
