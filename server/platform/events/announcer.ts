import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, statement } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'

const CHANNEL = 'user_events'
const RETRY_MS = 500
/** Every NOTIFY wakes all connections that listen to anything. */
const APART_MS = 50

/** Notifies in the name of this node ($2) for each of the users ($3). It need not wait for the disk: the events are committed already. */
const NOTIFY = statement(`
  select set_config('synchronous_commit', 'off', true), pg_notify($1, $2 || ' ' || user_id)
  from unnest($3::text[]) as user_id`)

export interface Announcer {
  /** Tells the other nodes that a user has new events; the first at once, what follows shortly after together. */
  announce(userId: string): void
  /** Hears the other nodes; resolves once it does. */
  start(handlers: { onNews(userId: string): void; onGap(): void }): Promise<void>
  /** Resolves when everything is told. */
  stop(): Promise<void>
}

/**
 * News between the nodes by NOTIFY. Never inside the transaction that writes the events: commits that notify wait for
 * each other, each for its own write to disk.
 */
export function createAnnouncer({ db, log }: { db: Db; log: Log }): Announcer {
  const node = randomUUID()
  const waiting = new Set<string>()
  let telling: Promise<void> | null = null
  let stopListening: (() => Promise<void>) | null = null
  let stopped = false

  async function tellAll(): Promise<void> {
    while (waiting.size > 0) {
      const users = [...waiting]
      waiting.clear()
      try {
        await NOTIFY.run(db.kysely, [CHANNEL, node, users])
        await sleep(APART_MS)
      } catch (error) {
        log.warn({ err: error }, 'events could not be announced')
        if (stopped) break
        for (const user of users) waiting.add(user)
        await sleep(RETRY_MS)
      }
    }
    telling = null
  }

  return {
    announce(userId) {
      waiting.add(userId)
      telling ??= tellAll()
    },
    async start({ onNews, onGap }) {
      stopListening = await db.listener.listen(CHANNEL, {
        message(payload) {
          const [from, userId] = payload.split(' ')
          if (from !== node && userId !== undefined) onNews(userId)
        },
        gap: onGap,
      })
    },
    async stop() {
      stopped = true
      await telling
      await stopListening?.()
      stopListening = null
    },
  }
}
