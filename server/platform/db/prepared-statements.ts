import { createHash, randomUUID } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { FieldDef, Pool, PoolClient, QueryResult } from 'pg'
import type { Log } from '../log.ts'
import { type Encoded, encodeValue } from './encode-value.ts'
import { type OwnClient, ownClient } from './own-client.ts'

/** Most statements that a connection keeps prepared; further ones are read and planned each time. */
const KEPT = 200
/** Texts of which a connection remembers that it has run them before. */
const REMEMBERED = 500

/** Other processes may share the connection of the server, behind a pooler. */
const PROCESS = randomUUID()
const NAME_LENGTH = 24

/** invalid_sql_statement_name, duplicate_prepared_statement, and protocol_violation for values that do not fit the statement. */
const LOST_CODES = new Set(['26000', '42P05', '08P01'])

/**
 * Whether PostgreSQL says only that what it had prepared under a name cannot be used: the columns of its tables have
 * changed, or the session has lost it, or has another of that name. Nothing was done. A pooler that ends a connection says
 * FATAL with one of the same codes: what was done then is not known.
 */
export function isLostStatement(error: unknown): boolean {
  const { code, routine, severity } = (error ?? {}) as Record<string, string | undefined>
  if (severity === 'FATAL') return false
  return routine === 'RevalidateCachedQuery' || LOST_CODES.has(code ?? '')
}

/** The answer does not have the columns of the statement: another one was run. Its rows are not used. */
class StatementMismatch extends Error {
  constructor(text: string) {
    super(`The answer has other columns than the statement: ${text.slice(0, 80)}`)
    this.name = 'StatementMismatch'
  }
}

/** A name that no other text has, of this program or another. */
const nameOf = (text: string): string =>
  `a_${createHash('sha256').update(`${PROCESS} ${text}`).digest('hex').slice(0, NAME_LENGTH)}`

/** A statement that a connection has prepared. */
interface Prepared {
  name: string
  text: string
  /** Of its first answer, which is certainly its own; null until then. */
  columns: readonly string[] | null
}

const haveNames = (fields: readonly FieldDef[], names: readonly string[]): boolean =>
  fields.length === names.length && fields.every(({ name }, index) => name === names[index])

export interface PreparingOptions {
  /** False: nothing is kept on a connection, which a pooler may hand to others between two transactions. */
  prepares: boolean
  /** The connections lead to a pooler: where it loses statements, none are prepared any more. */
  isPooled: boolean
  log: Log
}

/** Keeps track of the connections of a pool that may use their prepared statements. */
class Trust {
  readonly #isPooled: boolean
  readonly #log: Log
  #prepares: boolean
  #generation = 0

  constructor({ prepares, isPooled, log }: PreparingOptions) {
    this.#prepares = prepares
    this.#isPooled = isPooled
    this.#log = log
  }

  get generation(): number {
    return this.#generation
  }

  prepares(generation: number): boolean {
    return this.#prepares && generation === this.#generation
  }

  /** Ends the trust in all connections: what happened to one may happen to others, and a repeated transaction must not meet it. */
  lose(generation: number): void {
    if (generation === this.#generation) this.#generation += 1
    if (!this.#isPooled || !this.#prepares) return
    this.#prepares = false
    this.#log.warn('The pooler loses prepared statements: none are prepared until the next start')
  }
}

/**
 * A connection on which PostgreSQL reads and plans a text once that runs again and again; the texts must not carry
 * values. Statements run in the order of the calls, which need not wait for each other.
 */
class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient & OwnClient
  readonly #trust: Trust
  readonly #generation: number
  /** By text. */
  readonly #prepared = new Map<string, Prepared>()
  readonly #seen = new LRUCache<string, true>({ max: REMEMBERED })

  constructor(client: PoolClient, trust: Trust) {
    this.#client = ownClient(client)
    this.#trust = trust
    this.#generation = trust.generation
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not in use')
    this.#client.gather()
    // Begin and commit are among them, so that they never depend on prepared statements.
    if (values.length === 0) return this.#client.query(text)
    const encoded = values.map(encodeValue)
    const prepared = this.#prepare(text)
    return prepared ? this.#runPrepared(prepared, encoded) : this.#client.query(text, encoded)
  }

  async #runPrepared(prepared: Prepared, values: Encoded[]): Promise<QueryResult> {
    const { name, text } = prepared
    let result: QueryResult
    try {
      result = await this.#client.query({ name, text, values })
    } catch (error) {
      if (!isLostStatement(error)) throw error
      this.#trust.lose(this.#generation)
      // In a transaction nothing can be run after an error: its caller begins it again.
      if (this.#client.getTransactionStatus() !== 'I') throw error
      return this.#client.query(text, values)
    }
    prepared.columns ??= result.fields.map((field) => field.name)
    if (haveNames(result.fields, prepared.columns)) return result
    this.#trust.lose(this.#generation)
    throw new StatementMismatch(text)
  }

  /** @returns null: it runs without a name */
  #prepare(text: string): Prepared | null {
    if (!this.#trust.prepares(this.#generation)) return null
    const known = this.#prepared.get(text)
    if (known) return known
    if (this.#prepared.size >= KEPT) return null
    // Much is run once: it would use up the names of a connection.
    if (!this.#seen.has(text)) {
      this.#seen.set(text, true)
      return null
    }
    this.#seen.delete(text)
    const prepared = { name: nameOf(text), text, columns: null }
    this.#prepared.set(text, prepared)
    return prepared
  }

  /** Gives it back to the pool; closes one that is not trusted any more, or is inside a transaction that was not ended. */
  release(destroy?: boolean): void {
    const status = this.#client.getTransactionStatus()
    const isOpen = status === 'T' || status === 'E'
    this.#client.release(destroy === true || isOpen || this.#generation !== this.#trust.generation)
  }
}

/** The pool for Kysely: statements with parameters are prepared on each connection, within bounds. */
export function preparingPool(pool: Pool, options: PreparingOptions): PostgresPool {
  const trust = new Trust(options)
  const clients = new WeakMap<PoolClient, PreparingClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? new PreparingClient(client, trust)
      clients.set(client, known)
      return known
    },
  }
}
