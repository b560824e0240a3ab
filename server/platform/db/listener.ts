import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import type { Log } from '../log.ts'
import { connectionConfig } from './connection.ts'

export interface Subscriber {
  /** One NOTIFY; `payload` is '' when it had none. */
  message(payload: string): void
  /** The connection was lost and is back: notifications in between are gone, read again what matters. */
  gap?(): void
}

export interface Listener {
  /**
   * Subscribes to a channel; resolves once notifications arrive.
   * @returns ends the subscription
   */
  listen(channel: string, subscriber: Subscriber): Promise<() => Promise<void>>
  dispose(): Promise<void>
}

/** A connection whose other side vanished without a word is noticed by asking. */
const CHECK_INTERVAL_MS = 10_000
const CHECK_TIMEOUT_MS = 5000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5000

class NotificationListener implements Listener {
  readonly #url: string
  readonly #log: Log
  readonly #channels = new Map<string, Set<Subscriber>>()
  #client: Client | null = null
  /** Settles when the connection is there and listens to all channels. */
  #connected: Promise<Client> | null = null
  #check: NodeJS.Timeout | undefined
  #disposed = false

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
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
      if (!this.#disposed) await this.#run(`unlisten ${escapeIdentifier(channel)}`)
    }
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    clearInterval(this.#check)
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  /** A statement that a lost connection swallowed need not be repeated: connecting listens to every channel. */
  async #run(statement: string): Promise<void> {
    const client = await (this.#connected ??= this.#connect())
    await client.query(statement).catch(() => this.#connected)
  }

  async #connect(): Promise<Client> {
    let wait = FIRST_RETRY_MS
    for (;;) {
      try {
        return await this.#open()
      } catch (error) {
        if (this.#disposed) throw error
        this.#log.warn(`Cannot listen to the database yet: ${(error as Error).message}`)
      }
      await sleep(wait)
      wait = Math.min(wait * 2, LAST_RETRY_MS)
    }
  }

  async #open(): Promise<Client> {
    if (this.#disposed) throw new Error('The listener is closed')
    const client = new Client(connectionConfig(this.#url))
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
      await client.end().catch(() => {})
      throw error
    }
    this.#client = client
    client.once('end', () => this.#lost(client))
    this.#startChecks(client)
    return client
  }

  #startChecks(client: Client): void {
    clearInterval(this.#check)
    this.#check = setInterval(() => {
      const late = setTimeout(() => client.connection.stream.destroy(), CHECK_TIMEOUT_MS)
      client.query('select 1').then(
        () => clearTimeout(late),
        () => clearTimeout(late),
      )
    }, CHECK_INTERVAL_MS)
    this.#check.unref()
  }

  #lost(client: Client): void {
    if (this.#disposed || this.#client !== client) return
    this.#client = null
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
      this.#log.error({ err: error }, 'A subscriber failed')
    }
  }
}

/** Listens to NOTIFY on one connection of its own, which comes back by itself. */
export function createListener(url: string, log: Log): Listener {
  return new NotificationListener(url, log)
}
