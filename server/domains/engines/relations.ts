import { sql } from 'kysely'

/** What the SQL of other domains may read of what engines cost: millionths of a US dollar, by day (UTC) and kind of work. */
export const engineSpending = sql<{ day: Date; kind: string; spent: number }>`(
  select day, kind, spent from engine_spending_by_kind)`
