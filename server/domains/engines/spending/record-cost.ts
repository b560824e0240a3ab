import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { lockState, tellAll, TODAY } from '../fleet/states.ts'

export interface CostDeps {
  /** Writes to the administrators, in the transaction. */
  warn(tx: Tx, warning: SpendingWarning): Promise<void>
}

/** What one engine spent on one day, in millionths of a US dollar, when that nears or passes its limit. */
export interface SpendingWarning {
  engine: string
  spent: number
  limit: number
}

/** At so much of the limit administrators are told. */
const WARN_AT = 0.8

/** What an engine cost for one piece of work. */
export interface EngineCost {
  engine: string
  /** What it was for: a type of job, a task in words, `training` or `model_sample`. */
  kind: string
  /** Millionths of a US dollar. */
  cost: number
}

/**
 * Adds to what an engine cost today. The row of the day is locked, so of all who cross a line at once one tells.
 * @returns whether the day's limit is reached
 */
export async function recordCost(
  { warn }: CostDeps,
  tx: Tx,
  { engine, kind, cost }: EngineCost,
): Promise<boolean> {
  const { rows } = await sql<{ spent: number; warned: boolean }>`
    insert into engine_spending (engine, day, spent) values (${engine}, ${TODAY}, ${cost})
    on conflict (engine, day) do update set spent = engine_spending.spent + excluded.spent
    returning spent, warned_at is not null as warned`.execute(tx)
  await sql`
    insert into engine_spending_by_kind (engine, day, kind, spent)
    values (${engine}, ${TODAY}, ${kind}, ${cost})
    on conflict (engine, day, kind) do update
      set spent = engine_spending_by_kind.spent + excluded.spent`.execute(tx)
  const { spent, warned } = rows[0]!
  const state = await lockState(tx, engine, 'update')
  const limit = state?.daily_limit ?? null
  if (!state || limit === null) return false
  if (spent >= limit * WARN_AT && !warned) {
    await sql`
      update engine_spending set warned_at = now()
      where engine = ${engine} and day = ${TODAY}`.execute(tx)
    await warn(tx, { engine, spent, limit })
  }
  if (spent < limit) return false
  if (!state.limit_reached) {
    await markReached(tx, engine, true)
    await tellAll(tx)
  }
  return true
}

/** Whether the engine takes nothing more today. */
export async function markReached(tx: Tx, engine: string, reached: boolean): Promise<void> {
  await sql`
    update engine_states set limit_reached_on = ${reached ? TODAY : sql`null`}
    where engine = ${engine}`.execute(tx)
}

/** What an engine cost today, millionths of a US dollar. */
export async function readSpent(tx: Tx, engine: string): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select spent from engine_spending where engine = ${engine} and day = ${TODAY}`.execute(tx)
  return rows[0]?.spent ?? 0
}
