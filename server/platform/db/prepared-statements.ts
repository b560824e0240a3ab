import { createHash, randomUUID } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import { type Encoded, encodeValue } from './encode-value.ts'
import {
  Packet,
  type Prepared,
  type Run,
  StatementMismatch,
  type StatementResult,
} from './packet.ts'

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

/** Other processes may share the connection of the server, behind a pooler. */
const PROCESS = randomUUID()
const NAME_LENGTH = 24

/** A name that no other text has, of this program or another. */
const nameOf = (text: string): string =>
  `a_${createHash('sha256').update(`${PROCESS} ${text}`).digest('hex').slice(0, NAME_LENGTH)}`

/** protocol_violation: the values do not fit the statement of that name, so it is not ours. */
const isOtherStatement = (error: unknown): boolean =>
  error instanceof StatementMismatch || (error as { code?: string } | null)?.code === '08P01'

const TRANSACTION = /^(?:start transaction|begin|commit|rollback)\b/

/**
 * A connection on which PostgreSQL reads and plans each text once; the texts must not carry values. Statements run in
 * the order of the calls; those of one tick go out in one packet, and fail together.
 */
class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #prepares: boolean
  /** By text. */
  readonly #known = new LRUCache<string, Prepared>({
    max: KEPT,
    dispose: ({ name }) => this.#closing.push(name),
  })
  /** Begun in this tick. */
  #waiting: Run[] = []
  #closing: string[] = []

  constructor(client: PoolClient, { prepares }: PreparingOptions) {
    this.#client = client
    this.#prepares = prepares
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not in use')
    if (values.length > 0 || TRANSACTION.test(text)) return this.#runPrepared(text, values)
    // DDL and other rare things.
    this.#send()
    return this.#client.query(text)
  }

  async #runPrepared(text: string, values: readonly unknown[]): Promise<StatementResult> {
    const encoded = values.map(encodeValue)
    try {
      return await this.#run(text, encoded)
    } catch (error) {
      // In a transaction nothing can be run after an error: whoever opened it begins again.
      if (!isOutdatedStatement(error) || this.#client.getTransactionStatus() !== 'I') throw error
    }
    return this.#run(text, encoded)
  }

  async #run(text: string, values: Encoded[]): Promise<StatementResult> {
    const prepared = this.#prepare(text)
    try {
      return await new Promise<StatementResult>((resolve, reject) => {
        if (this.#waiting.push({ prepared, values, resolve, reject }) === 1) {
          process.nextTick(() => this.#send())
        }
      })
    } catch (error) {
      // Whether the server has it is not sure when it failed at its first run.
      const isUnsure = isOtherStatement(error) || isOutdatedStatement(error)
      if (prepared.columns === null || isUnsure) this.#forget(prepared)
      throw error
    }
  }

  #send(): void {
    if (this.#waiting.length === 0) return
    const packet = new Packet(this.#waiting, this.#closing)
    this.#waiting = []
    this.#closing = []
    this.#client.query(packet)
  }

  #prepare(text: string): Prepared {
    if (!this.#prepares) return { name: '', text, isSent: false, columns: null }
    let prepared = this.#known.get(text)
    if (!prepared) {
      prepared = { name: nameOf(text), text, isSent: false, columns: null }
      this.#known.set(text, prepared)
    }
    return prepared
  }

  #forget(prepared: Prepared): void {
    if (this.#known.peek(prepared.text) === prepared) this.#known.delete(prepared.text)
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}

export interface PreparingOptions {
  /** False: nothing is kept on a connection, which a pooler may hand to others between two transactions. */
  prepares: boolean
}

/** The pool for Kysely: statements with parameters are prepared on each connection, within bounds. */
export function preparingPool(pool: Pool, options: PreparingOptions): PostgresPool {
  const clients = new WeakMap<PoolClient, PreparingClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? new PreparingClient(client, options)
      clients.set(client, known)
      return known
    },
  }
}
