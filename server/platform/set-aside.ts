import { type Selectable, sql } from 'kysely'
import type { Database, Db, Tx } from './db/index.ts'

/** An item of a kind that a sweep failed at too often. */
export type SetAsideItem = Selectable<Database['set_aside_items']>

/** What sweeps leave alone for a while, for all processes and the operator to see. */
export interface SetAside {
  /** Items of a kind, and whether each is still to be left alone. */
  of(kind: string): Promise<ReadonlyMap<string, boolean>>
  put(place: ItemPlace, failure: { error: unknown; failures: number }): Promise<void>
  /** It succeeded. */
  remove(place: ItemPlace): Promise<void>
  /** All, those that failed last first. */
  list(): Promise<SetAsideItem[]>
  /** The next sweep takes it up. @returns undefined where it is not set aside */
  tryAgain(tx: Tx, place: ItemPlace): Promise<SetAsideItem | undefined>
}

export interface ItemPlace {
  kind: string
  item: string
}

/** For how long an item is left alone: what it needs may be back by then. */
const REST_SECONDS = 20
const MOST = 200
const LONGEST_ERROR = 500
/** One that has not failed again for so long is no longer due: it ended in another way. */
const isRecent = sql<boolean>`failed_at > now() - interval '1 hour'`
const restUntil = sql<Date>`now() + make_interval(secs => ${sql.lit(REST_SECONDS)})`

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll('\0', '')
    .slice(0, LONGEST_ERROR)

export function createSetAside({ kysely }: Pick<Db, 'kysely'>): SetAside {
  return {
    async of(kind) {
      const rows = await kysely
        .selectFrom('set_aside_items')
        .select(['item', sql<boolean>`retry_at > now()`.as('rests')])
        .where('kind', '=', kind)
        .where(isRecent)
        .execute()
      return new Map(rows.map(({ item, rests }) => [item, rests]))
    },
    async put(place, { error, failures }) {
      await kysely
        .deleteFrom('set_aside_items')
        .where(sql<boolean>`not ${isRecent}`)
        .execute()
      const failed = { error: textOf(error), failed_at: sql<Date>`now()`, retry_at: restUntil }
      await kysely
        .insertInto('set_aside_items')
        .values({ ...place, ...failed, failures })
        .onConflict((known) =>
          known
            .columns(['kind', 'item'])
            .doUpdateSet({ ...failed, failures: sql`set_aside_items.failures + ${failures}` }),
        )
        .execute()
    },
    async remove({ kind, item }) {
      await kysely
        .deleteFrom('set_aside_items')
        .where('kind', '=', kind)
        .where('item', '=', item)
        .execute()
    },
    list: () =>
      kysely
        .selectFrom('set_aside_items')
        .selectAll()
        .where(isRecent)
        .orderBy('failed_at', 'desc')
        .limit(MOST)
        .execute(),
    tryAgain: (tx, { kind, item }) =>
      tx
        .updateTable('set_aside_items')
        .set({ retry_at: sql<Date>`now()` })
        .where('kind', '=', kind)
        .where('item', '=', item)
        .where(isRecent)
        .returningAll()
        .executeTakeFirst(),
  }
}
