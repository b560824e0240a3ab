import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Events } from './events.ts'
import { createFeeds } from './feeds.ts'

export interface EventsDeps {
  db: Db
  log: Log
}

const CHANNEL = 'user_events'
/** A browser that was away for longer reads everything anew. */
const KEPT_MINUTES = 10
const KEPT_PER_USER = 1000
/** The per-user bound is applied at every so many events, not at each. */
const TRIM_EVERY = 100
const TRIM_BATCH = 5000

/** Events in the table `user_events`, announced to all nodes by NOTIFY at commit. */
export function createEvents({ db, log }: EventsDeps): Events {
  const feeds = createFeeds({ db, log: log.child({ part: 'events' }) })
  let stopListening: (() => Promise<void>) | null = null

  return {
    async publish(tx, userId, event, data) {
      const { rows } = await sql<{ seq: number }>`
        with counter as (
          insert into user_event_counters as c (user_id, last_seq) values (${userId}, 1)
          on conflict (user_id) do update set last_seq = c.last_seq + 1
          returning last_seq
        ), stored as (
          insert into user_events (user_id, seq, event, data)
          select ${userId}, last_seq, ${event}, ${JSON.stringify(data)} from counter
        )
        select last_seq as seq, pg_notify(${CHANNEL}, ${userId} || ' ' || last_seq) from counter
      `.execute(tx)
      const seq = rows[0]!.seq
      if (seq % TRIM_EVERY === 0) {
        await tx
          .deleteFrom('user_events')
          .where('user_id', '=', userId)
          .where('seq', '<=', seq - KEPT_PER_USER)
          .execute()
      }
      return seq
    },

    subscribe: (userId, lastSeq, handlers) => feeds.subscribe(userId, lastSeq, handlers),

    async trim() {
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          delete from user_events where (user_id, seq) in (
            select user_id, seq from user_events
            where created_at < now() - make_interval(mins => ${KEPT_MINUTES})
            order by created_at limit ${TRIM_BATCH}
          )`.execute(db.kysely)
        if (numAffectedRows < BigInt(TRIM_BATCH)) return
      }
    },

    async start() {
      stopListening = await db.listener.listen(CHANNEL, {
        message(payload) {
          const userId = payload.slice(0, payload.indexOf(' '))
          feeds.wake(userId)
        },
        // What was announced while the connection was gone is in the table.
        gap: () => feeds.wakeAll(),
      })
    },

    async stop() {
      await stopListening?.()
      stopListening = null
      feeds.closeAll()
    },
  }
}
