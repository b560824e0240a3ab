import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Reader } from '#server/platform/db/index.ts'
import { noSuch } from './wire/api-error.ts'
import { newId } from './ids.ts'
import type { Hidden, Kind, ObjectTypes } from './object-types.ts'
import type { AccountSettings } from './settings.ts'
import type { Range } from './wire/params.ts'

/** What can happen to an object by itself, in the order in which it happens at one moment. */
export const TASKS = [
  'expire',
  'enter_phase',
  'renew',
  'cancel',
  'finalize',
  'retry',
  'fail_refund',
] as const
export type Task = (typeof TASKS)[number]

export interface ListOptions {
  /** Equal properties, nested ones too, as PostgreSQL's `@>` reads them. */
  where?: Record<string, unknown>
  whereNot?: Record<string, unknown>
  created?: Range | undefined
  limit?: number
  startingAfter?: string | undefined
  endingBefore?: string | undefined
}

type EventType = Stripe.Event['type']
/** What an event of a type tells of. */
type EventObject<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'] & {
  id: string
}

export interface Page<T> {
  data: T[]
  hasMore: boolean
}

interface Entry {
  kind: Kind
  object: ObjectTypes[Kind]
  hidden: Hidden
  /** The object as an event told it last, or as it was read; null: no event has told it yet. */
  told: string | null
}

interface StoreOptions {
  tx: Reader
  now: number
  settings: AccountSettings
  apiVersion: string
  /** What the events name as their cause. */
  request: Stripe.Event.Request | null
}

const ALL = 10_000
const ID = /^[\w-]{1,255}$/

/** Bounds of `created` as conditions on whole seconds. */
export function createdBounds(created: Range | undefined): { from: number; to: number } {
  if (created === undefined) return { from: 0, to: Number.MAX_SAFE_INTEGER }
  if (typeof created === 'number') return { from: created, to: created }
  const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = Number.MAX_SAFE_INTEGER } = created
  return { from: Math.max(gt + 1, gte), to: Math.min(lt - 1, lte) }
}

/**
 * The objects of one transaction. Each is loaded once: all who ask get the same object, change it in place and `save`
 * it. Writes and events go out together at the end, or before a list is read.
 */
export class Store {
  readonly settings: AccountSettings
  /** Unix seconds of the billing clock; while due work is caught up, the moment at which it was due. */
  now: number
  /** For what is no object, such as events. */
  readonly reader: Reader
  readonly #apiVersion: string
  readonly #request: Stripe.Event.Request | null
  readonly #entries = new Map<string, Entry>()
  readonly #dirty = new Set<string>()
  #events: Stripe.EventBase[] = []

  constructor({ tx, now, settings, apiVersion, request }: StoreOptions) {
    this.reader = tx
    this.now = now
    this.settings = settings
    this.#apiVersion = apiVersion
    this.#request = request
  }

  async find<K extends Kind>(kind: K, id: string): Promise<ObjectTypes[K] | null> {
    if (!ID.test(id)) return null
    const known = this.#entries.get(id)
    if (known) return known.kind === kind ? (known.object as ObjectTypes[K]) : null
    const row = await this.reader
      .selectFrom('test_payment_objects')
      .select(['id', 'data', 'hidden'])
      .where('id', '=', id)
      .where('kind', '=', kind)
      .executeTakeFirst()
    return row ? this.#adopt(kind, row) : null
  }

  /** @throws {ApiError} `resource_missing` */
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<ObjectTypes[K]> {
    const found = await this.find(kind, id)
    if (!found) throw noSuch(kind, id, param)
    return found
  }

  /** What is remembered beside an object that was read or made here; change it, then `save` the object. */
  hidden(object: { id: string }): Hidden {
    const entry = this.#entries.get(object.id)
    if (!entry) throw new Error(`${object.id} was not read here`)
    return entry.hidden
  }

  add<K extends Kind>(kind: K, object: ObjectTypes[K], hidden: Hidden = {}): ObjectTypes[K] {
    this.#entries.set(object.id, { kind, object, hidden, told: null })
    this.#dirty.add(object.id)
    return object
  }

  save(object: { id: string }): void {
    if (!this.#entries.has(object.id)) throw new Error(`${object.id} was not read here`)
    this.#dirty.add(object.id)
  }

  /** Newest first. */
  async list<K extends Kind>(kind: K, options: ListOptions = {}): Promise<Page<ObjectTypes[K]>> {
    await this.flush()
    const { limit = ALL, where, whereNot, startingAfter, endingBefore } = options
    const { from, to } = createdBounds(options.created)
    let query = this.reader
      .selectFrom('test_payment_objects')
      .select(['id', 'data', 'hidden'])
      .where('kind', '=', kind)
      .where('created', '>=', from)
      .where('created', '<=', to)
      .where(sql<boolean>`not hidden ? 'deleted'`)
    if (where) query = query.where(sql<boolean>`data @> ${JSON.stringify(where)}::jsonb`)
    if (whereNot) query = query.where(sql<boolean>`not data @> ${JSON.stringify(whereNot)}::jsonb`)
    if (startingAfter) query = query.where('seq', '<', await this.#seqOf(startingAfter, kind))
    if (endingBefore) query = query.where('seq', '>', await this.#seqOf(endingBefore, kind))
    const rows = await query
      .orderBy('seq', endingBefore ? 'asc' : 'desc')
      .limit(limit + 1)
      .execute()
    const data = rows.slice(0, limit).map((row) => this.#adopt(kind, row))
    return { data: endingBefore ? data.toReversed() : data, hasMore: rows.length > limit }
  }

  /** Removes what never became public, such as an item that an invoice has taken up. */
  async remove(object: { id: string }): Promise<void> {
    await this.flush()
    this.#entries.delete(object.id)
    await this.reader.deleteFrom('test_payment_objects').where('id', '=', object.id).execute()
  }

  /** Tells the world; of an update, what was there before too. */
  emit<T extends EventType>(type: T, object: EventObject<T>): void {
    const event: Stripe.EventBase = {
      id: newId('evt'),
      object: 'event',
      api_version: this.#apiVersion,
      created: this.now,
      data: {
        object: structuredClone(object),
        ...(type.endsWith('.updated') && { previous_attributes: this.#changesOf(object) }),
      },
      livemode: false,
      pending_webhooks: 1,
      request: this.#request,
      type,
    }
    this.#events.push(event)
    const entry = this.#entries.get(object.id)
    if (entry) entry.told = JSON.stringify(object)
  }

  /** Saves, and tells of it when it differs from what the world knows. */
  update<T extends EventType>(type: T, object: EventObject<T>): void {
    this.save(object)
    if (this.#entries.get(object.id)?.told !== JSON.stringify(object)) this.emit(type, object)
  }

  /** Has `task` happen at `at`; null: not any more. */
  async schedule(object: { id: string }, task: Task, at: number | null): Promise<void> {
    if (at === null) {
      await this.reader
        .deleteFrom('test_payment_timers')
        .where('object_id', '=', object.id)
        .where('task', '=', task)
        .execute()
      return
    }
    await this.flush()
    await this.reader
      .insertInto('test_payment_timers')
      .values({ object_id: object.id, task, due_at: at })
      .onConflict((conflict) => conflict.columns(['object_id', 'task']).doUpdateSet({ due_at: at }))
      .execute()
  }

  /** The first thing that should have happened by now. */
  async nextDue(): Promise<{ id: string; task: Task; at: number } | null> {
    await this.flush()
    const row = await this.reader
      .selectFrom('test_payment_timers')
      .innerJoin('test_payment_objects', 'id', 'object_id')
      .select(['object_id', 'task', 'due_at'])
      .where('due_at', '<=', this.now)
      .orderBy('due_at')
      .orderBy(sql`array_position(${sql.lit(`{${TASKS.join(',')}}`)}::text[], task)`)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    return row ? { id: row.object_id, task: row.task as Task, at: row.due_at } : null
  }

  /** Writes what was changed and told. */
  async flush(): Promise<void> {
    await Promise.all([this.#writeObjects(), this.#writeEvents()])
  }

  async #writeObjects(): Promise<void> {
    const changed = [...this.#dirty].flatMap((id) => this.#entries.get(id) ?? [])
    this.#dirty.clear()
    if (changed.length === 0) return
    const rows = changed.map(({ kind, object, hidden }) => ({
      id: object.id,
      kind,
      created: 'created' in object ? object.created : this.now,
      data: JSON.stringify(object),
      hidden: JSON.stringify(hidden),
    }))
    await this.reader
      .insertInto('test_payment_objects')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          data: row.ref('excluded.data'),
          hidden: row.ref('excluded.hidden'),
        })),
      )
      .execute()
  }

  async #writeEvents(): Promise<void> {
    const events = this.#events
    this.#events = []
    if (events.length === 0) return
    const rows = events.map((event) => ({
      id: event.id,
      type: event.type,
      created: event.created,
      data: JSON.stringify(event),
    }))
    await this.reader.insertInto('test_payment_events').values(rows).execute()
  }

  #adopt<K extends Kind>(
    kind: K,
    row: { id: string; data: unknown; hidden: unknown },
  ): ObjectTypes[K] {
    const known = this.#entries.get(row.id)
    if (known) return known.object as ObjectTypes[K]
    const object = row.data as ObjectTypes[K]
    const hidden = row.hidden as Hidden
    this.#entries.set(row.id, { kind, object, hidden, told: JSON.stringify(object) })
    return object
  }

  #changesOf(object: { id: string }): Record<string, unknown> {
    const told = this.#entries.get(object.id)?.told
    const before = (told ? JSON.parse(told) : {}) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(object)
        .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
        .map(([name]) => [name, before[name] ?? null]),
    )
  }

  async #seqOf(id: string, kind: Kind): Promise<number> {
    const row = await this.reader
      .selectFrom('test_payment_objects')
      .select('seq')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw noSuch(kind, id, 'starting_after')
    return row.seq
  }
}
