import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import { createAnnouncer } from './announcer.ts'
import type { Events, ReadWhole } from './events.ts'
import { createFeeds } from './feeds.ts'
import { createOutgoingEvents } from './outgoing-events.ts'

export interface EventsDeps {
  db: Db
  log: Log
  readWhole: ReadWhole
}

/** A browser that was away for longer reads everything again. */
const KEPT_MINUTES = 10
/** Most events that are kept of one user, however new they are. */
const KEPT_PER_USER = 1000
const TRIM_BATCH = 5000
/** For what a process could not announce any more because it died right after its commit. */
const BACKSTOP_MS = 15_000

/** Events in the table `user_events`; streams of this node are woken at the commit, those of others by NOTIFY. */
export function createEvents({ db, log: programLog, readWhole }: EventsDeps): Events {
  const log = programLog.child({ part: 'events' })
  const feeds = createFeeds({ db, log, readWhole })
  const announcer = createAnnouncer({ db, log })
  const outgoing = createOutgoingEvents((userId) => {
    feeds.wake(userId)
    announcer.announce(userId)
  })
  let backstop: NodeJS.Timeout | undefined

  return {
    publish: (tx, userId, event, data) => outgoing.add(tx, { userId, event, data }),

    subscribe: (userId, lastSeq, handlers) => feeds.subscribe(userId, lastSeq, handlers),

    async trim() {
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          delete from user_events where (user_id, seq) in (
            select user_id, seq from user_events
            where created_at < now() - make_interval(mins => ${KEPT_MINUTES})
            order by created_at limit ${TRIM_BATCH}
          )`.execute(db.kysely)
        if (numAffectedRows < BigInt(TRIM_BATCH)) break
      }
      await sql`
        delete from user_events e using user_event_counters c
        where e.user_id = c.user_id and e.seq <= c.last_seq - ${KEPT_PER_USER}::integer`.execute(
        db.kysely,
      )
    },

    async start() {
      await announcer.start({
        onNews: (userId) => feeds.wake(userId),
        // What was announced while the connection was gone is in the table.
        onGap: () => feeds.wakeAll(),
      })
      backstop = setInterval(() => feeds.wakeAll(), BACKSTOP_MS)
      backstop.unref()
    },

    async stop() {
      clearInterval(backstop)
      await announcer.stop()
      feeds.closeAll()
    },
  }
}
