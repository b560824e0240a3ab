import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterCommit, type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { runTask } from './billing/run-task.ts'
import type { AccountSettings } from './settings.ts'
import { Store } from './store.ts'

export interface CoreOptions {
  db: Db
  settings: AccountSettings
  apiVersion: string
  /** Called after each commit that may have left events to deliver. */
  onChange(): void
}

export interface WriteOptions {
  /** What the events name as their cause. */
  request?: Stripe.Event.Request
  /** In the transaction, before it waits for its turn. */
  before?(tx: Tx): Promise<void>
}

export interface Core {
  /** Runs `act` alone in one transaction, after everything that was due has happened. */
  write<T>(act: (store: Store, tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Runs `act` on what has happened by now. */
  read<T>(act: (store: Store) => Promise<T>): Promise<T>
  /** Has happen what is due. */
  tick(): Promise<void>
}

/** Any number that no other program uses on this database. */
const LOCK = 7_236_418_099

/** Whole seconds of money time, now and not at the transaction's start: it may have waited for the lock. */
async function readNow(from: Reader): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp() + amount))::bigint as now
    from clock_offset`.execute(from)
  return rows[0]?.now ?? 0
}

/** All that was due, each at its moment, however long ago; later ones see what earlier ones did. */
async function catchUp(store: Store): Promise<void> {
  const { now } = store
  for (let due = await store.nextDue(); due; due = await store.nextDue()) {
    store.now = due.at
    await runTask(store, due)
    store.now = now
  }
}

/** The account's state and its one writer at a time. */
export function createCore({ db, settings, apiVersion, onChange }: CoreOptions): Core {
  const open = (tx: Reader, now: number, request: Stripe.Event.Request | null) =>
    new Store({ tx, now, settings, apiVersion, request })

  async function write<T>(
    act: (store: Store, tx: Tx) => Promise<T>,
    { request, before }: WriteOptions = {},
  ): Promise<T> {
    return transact(db, async (tx) => {
      await before?.(tx)
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
      const now = await readNow(tx)
      const due = open(tx, now, null)
      await catchUp(due)
      const store = open(tx, now, request ?? null)
      const result = await act(store, tx)
      await store.flush()
      afterCommit(tx, onChange)
      return result
    })
  }

  async function tick(): Promise<void> {
    const isDue = await open(db.kysely, await readNow(db.kysely), null).nextDue()
    if (isDue) await write(async () => {})
  }

  return {
    write,
    tick,
    async read(act) {
      await tick()
      return act(open(db.kysely, await readNow(db.kysely), null))
    },
  }
}
