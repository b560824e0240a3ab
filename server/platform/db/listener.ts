import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { escapeIdentifier, type QueryResult, type QueryResultRow } from 'pg'
import type { Log } from '../log.ts'
import { DatabaseAway } from './away.ts'
import { connectionConfig } from './connection.ts'
import { OwnClient } from './own-client.ts'

export interface Subscriber {
  /** One NOTIFY; `payload` is '' when it had none. */
  message(payload: string): void
  /** The connection was lost and is back: notifications in between are gone, read again what matters. */
  gap?(): void
}

/** A lock that this process holds, on the connection that listens. */
export interface ProcessLock {
  /** Aborted when the connection is lost: the database has given the lock away, or will. */
  readonly lost: AbortSignal
  /** When it was taken, in the process's own time (`performance.now()`). */
  readonly since: number
  release(): Promise<void>
}

export interface Listener {
  /**
   * Subscribes to a channel; resolves once notifications arrive.
   * @returns ends the subscription
   */
  listen(channel: string, subscriber: Subscriber): Promise<() => Promise<void>>
  /**
   * Takes a lock of which there is one for all processes on this database. It costs no connection of the pool, and ends
   * when it is released or the connection is lost.
   * @returns null when another process, or another part of this one, holds it
   * @throws {DatabaseAway}
   */
  tryLock(name: string): Promise<ProcessLock | null>
  /** The database does not answer and no new connection can be made; false until the first `listen`. */
  isAway(): boolean
  dispose(): Promise<void>
}

export interface ListenerOptions {
  url: string
  log: Log
  /** Called when the database is found to be away; connections to it may wait for ever. */
  onAway(): void
}

/** A connection whose other side vanished or stands still without a word is noticed by asking. */
const CHECK_INTERVAL_MS = 1000
const CHECK_TIMEOUT_MS = 3000
const CONNECT_TIMEOUT_MS = 3000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 1000
const CLOSE_PATIENCE_MS = 1000

class NotificationListener implements Listener {
  readonly #options: ListenerOptions
  readonly #channels = new Map<string, Set<Subscriber>>()
  readonly #locks = new Map<string, AbortController>()
  readonly #turns = new WeakMap<OwnClient, Promise<unknown>>()
  #client: OwnClient | null = null
  /** Settles when the connection is there and listens to all channels. */
  #connected: Promise<OwnClient> | null = null
  #check: NodeJS.Timeout | undefined
  #away = false
  #disposed = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  isAway(): boolean {
    return this.#away
  }

  async listen(channel: string, subscriber: Subscriber): Promise<() => Promise<void>> {
    const subscribers = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, subscribers)
    subscribers.add(subscriber)
    await this.#run(`listen ${escapeIdentifier(channel)}`)
    return async () => {
      subscribers.delete(subscriber)
      if (subscribers.size > 0 || this.#channels.get(channel) !== subscribers) return
      this.#channels.delete(channel)
      // A new connection will not listen to it.
      if (this.#client) await this.#run(`unlisten ${escapeIdentifier(channel)}`)
    }
  }

  async tryLock(name: string): Promise<ProcessLock | null> {
    if (this.#away) throw new DatabaseAway()
    if (this.#locks.has(name)) return null
    const lost = new AbortController()
    // Within one connection the database would give it a second time.
    this.#locks.set(name, lost)
    try {
      const client = await (this.#connected ??= this.#connect())
      const { rows } = await this.#ask<{ mine: boolean }>(
        client,
        `select pg_try_advisory_lock(hashtext('process'), hashtext($1)) as mine`,
        [name],
      )
      const isHeld = rows[0]?.mine === true && !lost.signal.aborted && this.#client === client
      if (!isHeld) return this.#forget(name, lost)
    } catch (error) {
      this.#forget(name, lost)
      // The database may have given it all the same.
      this.#client?.cut()
      throw error
    }
    return {
      lost: lost.signal,
      since: performance.now(),
      release: () => this.#release(name, lost),
    }
  }

  #forget(name: string, lock: AbortController): null {
    if (this.#locks.get(name) === lock) this.#locks.delete(name)
    return null
  }

  async #release(name: string, lock: AbortController): Promise<void> {
    const client = this.#client
    if (!lock.signal.aborted && client) {
      const unlock = `select pg_advisory_unlock(hashtext('process'), hashtext($1))`
      // What is not sure to be given back goes with the connection, or nobody would run the task any more.
      await this.#ask(client, unlock, [name]).catch(() => client.cut())
    }
    this.#forget(name, lock)
  }

  /** The database may give them to another process from now on. */
  #loseLocks(): void {
    for (const lock of this.#locks.values()) lock.abort(new DatabaseAway())
    this.#locks.clear()
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    this.#loseLocks()
    clearInterval(this.#check)
    const client = this.#client
    this.#client = null
    if (client) await endWithin(client, CLOSE_PATIENCE_MS)
  }

  /** A statement that a lost connection swallowed need not be repeated: connecting listens to every channel. */
  async #run(statement: string): Promise<void> {
    const client = await (this.#connected ??= this.#connect())
    await this.#ask(client, statement).catch(() => this.#connected)
  }

  /** One statement after the other: pg is about to take no second one while it waits for an answer. */
  #ask<Row extends QueryResultRow>(
    client: OwnClient,
    text: string,
    values: unknown[] = [],
  ): Promise<QueryResult<Row>> {
    const turn = (this.#turns.get(client) ?? Promise.resolve()).then(() =>
      client.query<Row>(text, values),
    )
    this.#turns.set(
      client,
      turn.catch(() => {}),
    )
    return turn
  }

  async #connect(): Promise<OwnClient> {
    let wait = FIRST_RETRY_MS
    for (;;) {
      try {
        const client = await this.#open()
        if (this.#away) this.#options.log.warn('The database is back')
        this.#away = false
        return client
      } catch (error) {
        if (this.#disposed) throw error
        this.#foundAway(error as Error)
      }
      await sleep(wait)
      wait = Math.min(wait * 2, LAST_RETRY_MS)
    }
  }

  #foundAway({ message }: Error): void {
    if (this.#away) return
    this.#away = true
    this.#options.log.warn(`The database is away: ${message}`)
    this.#options.onAway()
  }

  async #open(): Promise<OwnClient> {
    if (this.#disposed) throw new Error('The listener is closed')
    const client = new OwnClient({
      ...connectionConfig(this.#options.url),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
    })
    client.on('error', () => {})
    client.on('notification', ({ channel, payload }) => {
      for (const subscriber of this.#channels.get(channel) ?? []) {
        this.#tell(() => subscriber.message(payload ?? ''))
      }
    })
    try {
      await client.connect()
      for (const channel of this.#channels.keys()) {
        await client.query(`listen ${escapeIdentifier(channel)}`)
      }
    } catch (error) {
      client.cut()
      throw error
    }
    this.#client = client
    client.once('end', () => this.#lost(client))
    this.#startChecks(client)
    return client
  }

  #startChecks(client: OwnClient): void {
    clearInterval(this.#check)
    let asking = false
    const check = async (): Promise<void> => {
      if (asking) return
      asking = true
      const answer = this.#ask(client, 'select 1')
      if (!(await answersWithin(answer, CHECK_TIMEOUT_MS))) client.cut()
      asking = false
    }
    this.#check = setInterval(() => void check(), CHECK_INTERVAL_MS)
    this.#check.unref()
  }

  #lost(client: OwnClient): void {
    if (this.#disposed || this.#client !== client) return
    this.#client = null
    this.#loseLocks()
    clearInterval(this.#check)
    this.#connected = this.#connect()
    this.#connected.then(
      () => this.#tellGap(),
      () => {},
    )
  }

  #tellGap(): void {
    for (const subscribers of this.#channels.values()) {
      for (const subscriber of subscribers) this.#tell(() => subscriber.gap?.())
    }
  }

  #tell(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#options.log.error({ err: error }, 'A subscriber failed')
    }
  }
}

/** Whether the other side answers; this process being busy for long does not count against it. */
async function answersWithin(answer: Promise<unknown>, ms: number): Promise<boolean> {
  const asked = answer.then(
    () => true,
    () => false,
  )
  // An answer that lies in the socket already is read within two turns.
  const late = sleep(ms, false, { ref: false })
    .then(() => nextTurn())
    .then(() => nextTurn(false))
  return Promise.race([asked, late])
}

async function endWithin(client: OwnClient, ms: number): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(ms, undefined, { ref: false })])
  client.cut()
}

/**
 * Listens to NOTIFY on one connection of its own, which comes back by itself. It also asks every second whether the
 * database still answers.
 */
export function createListener(options: ListenerOptions): Listener {
  return new NotificationListener(options)
}
