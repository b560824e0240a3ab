import { type RawBuilder, sql } from 'kysely'
import { afterCommit, type Tx, withCommit } from '#server/platform/db/index.ts'

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
      withCommit(tx, () => writeEvents(first))
      afterCommit(tx, () => {
        for (const userId of new Set(first.map((each) => each.userId))) onCommitted(userId)
      })
    },
  }
}

/** Users in the order of their ids, so that two transactions with events for the same two cannot deadlock. */
function writeEvents(events: OutgoingEvent[]): RawBuilder<unknown> {
  return sql`
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
    ), trimmed as (
      delete from user_events e using counters c, outgoing o
      where o.rank = 1 and o.user_id = c.user_id and c.last_seq % ${TRIM_EVERY}::integer < o.total
        and e.user_id = c.user_id and e.seq <= c.last_seq - ${KEPT_PER_USER}::integer
    )
    insert into user_events (user_id, seq, event, data)
    select user_id, last_seq - total + rank, event, data from outgoing join counters using (user_id)`
}
