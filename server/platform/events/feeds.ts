import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { ReadWhole, StoredEvent, Subscription, SubscriptionHandlers } from './events.ts'

interface Subscriber extends SubscriptionHandlers {
  /** The last event that it was given. */
  cursor: number
}

/** The subscribers of one user on this node; they are read for together. */
interface Feed {
  subscribers: Set<Subscriber>
  /** A wake-up came since the last read began. */
  stale: boolean
  reading: boolean
}

const READ_BATCH = 200
const RETRY_MS = 500

export interface Feeds {
  subscribe(
    userId: string,
    lastSeq: number | null,
    handlers: SubscriptionHandlers,
  ): Promise<Subscription>
  /** New events of this user are in the table. */
  wake(userId: string): void
  wakeAll(): void
  closeAll(): void
}

interface FeedsDeps {
  db: Db
  log: Log
  readWhole: ReadWhole
}

/** Brings the rows of `user_events` to the subscribers of this node. */
export function createFeeds({ db, log, readWhole }: FeedsDeps): Feeds {
  const feeds = new Map<string, Feed>()

  async function read(userId: string, feed: Feed): Promise<void> {
    if (feed.reading) return
    feed.reading = true
    try {
      while (feed.stale && feed.subscribers.size > 0) {
        feed.stale = false
        try {
          await deliver(userId, feed)
        } catch (error) {
          log.warn({ err: error, userId }, 'events could not be read, trying again')
          feed.stale = true
          await sleep(RETRY_MS)
        }
      }
    } finally {
      feed.reading = false
    }
  }

  async function deliver(userId: string, feed: Feed): Promise<void> {
    for (;;) {
      const from = Math.min(...[...feed.subscribers].map((subscriber) => subscriber.cursor))
      const { rows } = await sql<StoredEvent>`
        select seq, event, data::text as data from user_events
        where user_id = ${userId} and seq > ${from} order by seq limit ${READ_BATCH}`.execute(
        db.kysely,
      )
      for (const event of await complete(userId, rows)) {
        for (const subscriber of feed.subscribers) {
          if (event.seq <= subscriber.cursor) continue
          subscriber.cursor = event.seq
          subscriber.onEvent(event)
        }
      }
      if (rows.length < READ_BATCH || feed.subscribers.size === 0) return
    }
  }

  /** Puts the whole object into those that are short in the table, read once for all of one kind. */
  async function complete(userId: string, events: StoredEvent[]): Promise<StoredEvent[]> {
    const objects = new Map<string, string>()
    for (const [name, readObject] of Object.entries(readWhole)) {
      if (!events.some(({ event }) => event === name)) continue
      objects.set(name, JSON.stringify(await readObject(userId)))
    }
    return events.map((event) => ({ ...event, data: objects.get(event.event) ?? event.data }))
  }

  function wakeFeed(userId: string, feed: Feed): void {
    feed.stale = true
    void read(userId, feed)
  }

  return {
    async subscribe(userId, lastSeq, handlers) {
      const position = await findPosition(db, userId, lastSeq)
      const subscriber: Subscriber = { ...handlers, cursor: position.cursor }
      const feed = feeds.get(userId) ?? { subscribers: new Set(), stale: false, reading: false }
      feeds.set(userId, feed)
      if (position.reset) subscriber.onReset(position.cursor)
      feed.subscribers.add(subscriber)
      wakeFeed(userId, feed)
      return {
        close() {
          feed.subscribers.delete(subscriber)
          if (feed.subscribers.size === 0 && feeds.get(userId) === feed) feeds.delete(userId)
        },
      }
    },
    wake(userId) {
      const feed = feeds.get(userId)
      if (feed) wakeFeed(userId, feed)
    },
    wakeAll() {
      for (const [userId, feed] of feeds) wakeFeed(userId, feed)
    },
    closeAll() {
      for (const feed of feeds.values()) feed.subscribers.clear()
      feeds.clear()
    },
  }
}

/**
 * Where a subscriber begins. The rows of a user have no holes, so everything after `lastSeq` is still
 * there exactly if its successor is.
 */
async function findPosition(
  db: Db,
  userId: string,
  lastSeq: number | null,
): Promise<{ cursor: number; reset: boolean }> {
  const { rows } = await sql<{ last_seq: number; resumable: boolean }>`
    select c.last_seq, exists (
      select from user_events e where e.user_id = c.user_id and e.seq = ${lastSeq ?? 0}::bigint + 1
    ) as resumable
    from user_event_counters c where c.user_id = ${userId}`.execute(db.kysely)
  const { last_seq: current, resumable } = rows[0] ?? { last_seq: 0, resumable: false }
  if (lastSeq === null || lastSeq === current) return { cursor: current, reset: false }
  return resumable ? { cursor: lastSeq, reset: false } : { cursor: current, reset: true }
}
