import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Client, Pool, PoolClient } from 'pg'

/** Statements that a connection keeps prepared; the one that was not used for longest makes room for a new one. */
const KEPT = 200

/**
 * Whether PostgreSQL says only that a statement it had prepared cannot be used any more: the columns of its tables
 * have changed, or somebody dropped the session's statements. Nothing was done.
 */
export function isOutdatedStatement(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string }
  return routine === 'RevalidateCachedQuery' || code === '26000'
}

/**
 * A connection on which PostgreSQL reads and plans each text once; the texts must not carry values. Statements run in
 * the order of the calls; those of one tick go out in one packet.
 */
class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient
  /** By text, the one used last at the end. A name is never given twice. */
  readonly #names = new Map<string, string>()
  #named = 0

  constructor(client: PoolClient) {
    this.#client = client
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not in use')
    this.#holdPacket()
    // What has no parameters is mostly no query: begin, commit, DDL.
    return values.length === 0 ? this.#client.query(text) : this.#runPrepared(text, values)
  }

  #holdPacket(): void {
    const { stream } = (this.#client as PoolClient & Pick<Client, 'connection'>).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  async #runPrepared(text: string, values: readonly unknown[]): Promise<unknown> {
    const run = () => this.#client.query({ name: this.#nameOf(text), text, values: [...values] })
    try {
      return await run()
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error
      this.#names.delete(text)
      // In a transaction nothing can be run after an error: whoever opened it begins again.
      if (this.#client.getTransactionStatus() !== 'I') throw error
    }
    return run()
  }

  #nameOf(text: string): string {
    const name = this.#names.get(text) ?? `s${this.#named++}`
    this.#names.delete(text)
    this.#names.set(text, name)
    if (this.#names.size > KEPT) this.#dropOldest()
    return name
  }

  #dropOldest(): void {
    for (const [text, name] of this.#names) {
      this.#names.delete(text)
      // In a failed transaction this fails; the statement then stays until the connection ends.
      this.#client.query(`deallocate ${name}`).catch(() => undefined)
      return
    }
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}

/** The pool for Kysely: statements with parameters are prepared on each connection, within bounds. */
export function preparingPool(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PreparingClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? new PreparingClient(client)
      clients.set(client, known)
      return known
    },
  }
}
