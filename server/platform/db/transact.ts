import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  isAbortedTransactionError,
  type Kysely,
  type QueryResult,
  Transaction,
} from 'kysely'
import { IDLE_IN_TRANSACTION_MS } from './connection.ts'
import { type Db, holdingOne, STATEMENT_TIMEOUT_MS } from './database.ts'
import { isLostStatement } from './prepared-statements.ts'
import type { Database } from './schema.ts'

/**
 * An open transaction. What takes one writes only if the caller's whole transaction does. Statements run in the order
 * in which they are begun; those that need not wait for each other's results go to the server together.
 */
export type Tx = Transaction<Database>

/** For reading: `db.kysely`, or a transaction that should see its own writes. */
export type Reader = Kysely<Database>

interface CommitSteps {
  with: (() => CompiledQuery[])[]
  after: (() => void)[]
}

const ATTEMPTS = 5
const FIRST_WAIT_MS = 10
/** serialization_failure and deadlock_detected: nothing was written, and trying again may succeed. */
const RETRYABLE = new Set(['40001', '40P01'])

const commitSteps = new WeakMap<Tx, CommitSteps>()
const drivers = new WeakMap<Db, Promise<Driver>>()
const senders = new WeakMap<object, (query: CompiledQuery) => Promise<QueryResult<unknown>>>()

/** Runs a finished query; in a transaction of `transact` without kysely's layers, which ask much for what runs often. */
export function execute<R>(on: Reader, query: CompiledQuery<R>): Promise<QueryResult<R>> {
  const send = senders.get(on)
  return send ? (send(query) as Promise<QueryResult<R>>) : on.executeQuery(query)
}

function isRetryable(error: unknown): boolean {
  return RETRYABLE.has((error as { code?: string } | null)?.code ?? '') || isLostStatement(error)
}

function stepsOf(tx: Tx): CommitSteps {
  const steps = commitSteps.get(tx)
  if (!steps) throw new Error('This transaction was not opened by transact()')
  return steps
}

/** Has more statements run at the very end of a transaction of `transact`, sent together with its commit. */
export function withCommit(tx: Tx, build: () => CompiledQuery[]): void {
  stepsOf(tx).with.push(build)
}

/** For a statement of a transaction that nobody waits for: it goes with what follows, and its failure is that of all. */
export function leaveToCommit(answer: Promise<unknown>): void {
  answer.catch(() => undefined)
}

/** Runs `act`, which must not throw, once a transaction of `transact` has committed; never if it does not. */
export function afterCommit(tx: Tx, act: () => void): void {
  stepsOf(tx).after.push(act)
}

/**
 * Runs `act` in one READ COMMITTED transaction; it is rolled back when `act` throws. After a deadlock or a
 * serialization failure the whole is run again, up to five times: what `act` does outside the database may repeat.
 */
export async function transact<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, act)
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
    }
    await sleep(FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random()))
  }
}

async function createDriver({ dialect }: Db): Promise<Driver> {
  const driver = dialect.createDriver()
  await driver.init()
  return driver
}

async function runOnce<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  const created = drivers.get(db) ?? createDriver(db)
  drivers.set(db, created)
  const driver = await created
  const connection = await driver.acquireConnection()
  try {
    return await runOn(connection, { db, driver, act })
  } finally {
    await driver.releaseConnection(connection)
  }
}

/** Whether an error only says that a statement before has failed. */
function isConsequence(error: unknown): boolean {
  return isAbortedTransactionError(error) || (error as { code?: string } | null)?.code === '25P02'
}

/** A transaction of one connection, while it runs. */
interface OpenTransaction {
  tx: Tx
  steps: CommitSteps
  /** From now on nothing more is sent. */
  close(): void
  /** What failed first of all that was sent; undefined: nothing did. Waits for all answers. */
  firstFailure(): Promise<PromiseRejectedResult | undefined>
}

/** Unlike Kysely's own, a transaction here lets statements go to the server before others are answered. */
function openTransaction(
  connection: DatabaseConnection,
  { db, driver }: { db: Db; driver: Driver },
): OpenTransaction {
  const { dialect } = db
  const sent: Promise<unknown>[] = []
  let isClosed = false
  const send = <R>(run: () => Promise<R>): Promise<R> => {
    if (isClosed) return Promise.reject(new Error('The transaction is over'))
    const answer = run()
    leaveToCommit(answer)
    sent.push(answer)
    return answer
  }
  const executor = db.kysely.getExecutor().withConnectionProvider({
    provideConnection: (consumer) => send(() => consumer(connection)),
  })
  const tx: Tx = new Transaction({ config: { dialect }, dialect, driver, executor })
  senders.set(tx, (query) => send(() => connection.executeQuery(query)))
  const steps: CommitSteps = { with: [], after: [] }
  commitSteps.set(tx, steps)
  return {
    tx,
    steps,
    close() {
      isClosed = true
    },
    async firstFailure() {
      const answers = await Promise.allSettled(sent)
      return answers.find((answer) => answer.status === 'rejected')
    },
  }
}

/** Of a transaction on a connection that could not be opened with them. */
const LIMITS = CompiledQuery.raw(
  `select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)`,
  [String(STATEMENT_TIMEOUT_MS), String(IDLE_IN_TRANSACTION_MS)],
)

/** Begins, runs `act`, and commits; rolls back when something failed. */
async function runOn<T>(
  connection: DatabaseConnection,
  { db, driver, act }: { db: Db; driver: Driver; act: (tx: Tx) => Promise<T> },
): Promise<T> {
  const { tx, steps, close, firstFailure } = openTransaction(connection, { db, driver })
  let result: T
  try {
    // Goes out with the first statement; it can only fail with its connection, and then that fails too.
    const begun = driver.beginTransaction(connection, { isolationLevel: 'read committed' })
    if (db.isPooled) leaveToCommit(execute(tx, LIMITS))
    ;[result] = await Promise.all([holdingOne(db, () => act(tx)), begun])
    const last = steps.with.flatMap((build) => build())
    close()
    // If one of them fails, PostgreSQL answers the commit with a rollback.
    await Promise.all([
      ...last.map((statement) => connection.executeQuery(statement)),
      driver.commitTransaction(connection),
    ])
  } catch (error) {
    close()
    const first = await firstFailure()
    if (!isAbortedTransactionError(error)) {
      // A connection that cannot roll back is closed when it is given back; the error that counts is the first.
      await driver.rollbackTransaction(connection).catch(() => undefined)
    }
    // The caller is told the cause, not that what came after it was refused.
    throw first && isConsequence(error) ? first.reason : error
  }
  for (const step of steps.after) step()
  return result
}
