import { sql } from 'kysely'
import { closeLanes, countBusy } from '#server/domains/jobs/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { type EngineState, lockState, tellAll } from '../fleet/states.ts'
import { markReached, readSpent } from '../spending/record-cost.ts'
import { type ActionDeps, replaceCredentials } from './add-server.ts'

/** @throws {AppError} `not_found` */
async function lockEngine({ fleet }: ActionDeps, tx: Tx, engine: string): Promise<EngineState> {
  const state = await lockState(tx, engine, 'update')
  const isHere = fleet.members().has(engine)
  if (!state || !isHere || state.mode === 'removed') throw notFound()
  return state
}

/**
 * Pauses an engine (it begins nothing more), drains it (it is given nothing more, and finishes what it has) or has it work
 * again. What runs goes on.
 * @returns whether that changed anything
 * @throws {AppError} `not_found`
 */
export async function setMode(
  deps: ActionDeps,
  tx: Tx,
  engine: string,
  mode: 'active' | 'paused' | 'draining',
): Promise<boolean> {
  const state = await lockEngine(deps, tx, engine)
  if (state.mode === mode) return false
  await tx.updateTable('engine_states').set({ mode }).where('engine', '=', engine).execute()
  if (mode === 'paused') await closeLanes(tx, engine)
  await tellAll(tx)
  return true
}

/** Left out: stays as it is. */
export interface EngineChange {
  concurrency?: number | null | undefined
  /** Millionths of a US dollar. */
  dailyLimit?: number | null | undefined
  credentials?: string | null | undefined
}

/** @throws {AppError} `not_found`; `conflict` for credentials of an engine that was not added here */
export async function changeEngine(
  deps: ActionDeps,
  tx: Tx,
  engine: string,
  { concurrency, dailyLimit, credentials }: EngineChange,
): Promise<void> {
  await lockEngine(deps, tx, engine)
  if (credentials !== undefined && !(await replaceCredentials(deps, tx, engine, credentials)))
    throw fromSettings()
  if (concurrency !== undefined)
    await tx
      .updateTable('engine_states')
      .set({ concurrency })
      .where('engine', '=', engine)
      .execute()
  if (dailyLimit !== undefined) {
    await tx
      .updateTable('engine_states')
      .set({ daily_limit: dailyLimit })
      .where('engine', '=', engine)
      .execute()
    const reached = dailyLimit !== null && (await readSpent(tx, engine)) >= dailyLimit
    await markReached(tx, engine, reached)
    if (reached) await closeLanes(tx, engine)
  }
  await tellAll(tx)
}

/**
 * Removes an engine that was added here, with its credentials. What waits for it moves to another with the same model,
 * else it ends and its credits go back.
 * @throws {AppError} `not_found`; `conflict` while it has running jobs, and for one that the settings name
 */
export async function removeEngine(deps: ActionDeps, tx: Tx, engine: string): Promise<void> {
  await lockEngine(deps, tx, engine)
  if (deps.fleet.members().get(engine)?.source !== 'added') throw fromSettings()
  await closeLanes(tx, engine)
  const busy = await countBusy(tx, engine)
  if (busy > 0) {
    const count = busy === 1 ? 'a job' : `${busy} jobs`
    throw userError('conflict', t('console.stillWorks', { jobs: count }))
  }
  await tx.deleteFrom('engine_servers').where('name', '=', engine).execute()
  await tx
    .updateTable('engine_states')
    .set({
      mode: 'removed',
      daily_limit: null,
      circuit_until: null,
      circuit_rest_ms: null,
      last_error: null,
      last_error_at: null,
      last_trouble: null,
    })
    .where('engine', '=', engine)
    .execute()
  await tx
    .updateTable('engine_incidents')
    .set({ ended_at: sql`now()` })
    .where('engine', '=', engine)
    .where('ended_at', 'is', null)
    .execute()
  await tellAll(tx)
}

const fromSettings = () => userError('conflict', t('console.setUpBySettings'))
