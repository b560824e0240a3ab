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
  /** Runs everything due by the clock. */
  tick(): Promise<void>
}

/** Any number that no other program uses on this database. */
const LOCK = 7_236_418_099

interface Moment {
  /** Whole seconds of the billing clock. */
  now: number
  /** Whether something should have happened by now. */
  isDue: boolean
}

/** This moment, not the transaction's beginning: it may have waited for the lock. */
async function readMoment(from: Reader): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select now, exists (select from test_payment_timers where due_at <= now) as "isDue"
    from (
      select floor(extract(epoch from clock_timestamp() + amount))::bigint as now from clock_offset
    ) moment`.execute(from)
  return rows[0] ?? { now: 0, isDue: false }
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

  let turn: Promise<unknown> = Promise.resolve()

  /** Writes of one process queue here, not in the database, so that whoever reads or delivers finds a connection. */
  function write<T>(
    act: (store: Store, tx: Tx) => Promise<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    const mine = turn.then(() => writeNow(act, options))
    turn = mine.catch(() => {})
    return mine
  }

  async function writeNow<T>(
    act: (store: Store, tx: Tx) => Promise<T>,
    { request, before }: WriteOptions,
  ): Promise<T> {
    return transact(db, async (tx) => {
      await before?.(tx)
      // In one packet; the second is read when the first is granted.
      const [, { now, isDue }] = await Promise.all([
        sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx),
        readMoment(tx),
      ])
      if (isDue) await catchUp(open(tx, now, null))
      const store = open(tx, now, request ?? null)
      const result = await act(store, tx)
      await store.flush()
      afterCommit(tx, onChange)
      return result
    })
  }

  /** @returns the moment, with nothing due */
  async function catchUpNow(): Promise<number> {
    const { now, isDue } = await readMoment(db.kysely)
    if (isDue) await write(async () => {})
    return now
  }

  return {
    write,
    async tick() {
      await catchUpNow()
    },
    async read(act) {
      return act(open(db.kysely, await catchUpNow(), null))
    },
  }
}
