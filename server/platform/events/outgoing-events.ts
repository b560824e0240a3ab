import type { CompiledQuery } from 'kysely'
import {
  afterCommit,
  type Statement,
  statement,
  type Tx,
  withCommit,
} from '#server/platform/db/index.ts'

export interface OutgoingEvent {
  userId: string
  event: string
  data: unknown
}

export interface OutgoingEvents {
  /** Adds to what a transaction writes with its commit. */
  add(tx: Tx, event: OutgoingEvent): void
}

/** Most events of one user in one statement. */
const MOST_AT_ONCE = 20

const writers: Statement<unknown>[] = []

/** Writes so many events of one user, in their order: $1 is the user, then come name and data of each. */
function writerFor(count: number): Statement<unknown> {
  const listed = Array.from(
    { length: count },
    (_, index) => `(${index + 1}, $${2 * index + 2}::text, $${2 * index + 3}::jsonb)`,
  )
  return (writers[count] ??= statement(`
    with counter as (
      insert into user_event_counters as c (user_id, last_seq) values ($1, ${count})
      on conflict (user_id) do update set last_seq = c.last_seq + ${count}
      returning last_seq
    )
    insert into user_events (user_id, seq, event, data)
    select $1, last_seq - ${count} + place, event, data
    from counter, (values ${listed.join(', ')}) as listed (place, event, data)`))
}

/**
 * Collects the events of each transaction and writes them together, last of all: a user's counter is then locked
 * only while the transaction commits.
 * @param onCommitted called with each user of a committed transaction that has new events
 */
export function createOutgoingEvents(onCommitted: (userId: string) => void): OutgoingEvents {
  const collected = new WeakMap<Tx, Map<string, OutgoingEvent[]>>()

  return {
    add(tx, event) {
      const users = collected.get(tx) ?? new Map<string, OutgoingEvent[]>()
      if (users.size === 0) {
        collected.set(tx, users)
        withCommit(tx, () => writeEvents(users))
        afterCommit(tx, () => {
          for (const userId of users.keys()) onCommitted(userId)
        })
      }
      const events = users.get(event.userId)
      if (events) events.push(event)
      else users.set(event.userId, [event])
    },
  }
}

/** Users in the order of their ids, so that two transactions with events for the same two cannot deadlock. */
function writeEvents(users: Map<string, OutgoingEvent[]>): CompiledQuery[] {
  return [...users]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([userId, events]) =>
      inBatches(events).map((batch) =>
        writerFor(batch.length).with([
          userId,
          ...batch.flatMap(({ event, data }) => [event, JSON.stringify(data)]),
        ]),
      ),
    )
}

function inBatches(events: OutgoingEvent[]): OutgoingEvent[][] {
  return Array.from({ length: Math.ceil(events.length / MOST_AT_ONCE) }, (_, batch) =>
    events.slice(batch * MOST_AT_ONCE, (batch + 1) * MOST_AT_ONCE),
  )
}
