import type { z } from 'zod'
import type { AdminEngine, adminEngines } from '#contract/admin-engines.ts'
import { addServer, type NewServer } from '../actions/add-server.ts'
import { changeEngine, removeEngine, setMode } from '../actions/change-engine.ts'
import { transact } from '#server/platform/db/index.ts'
import { checkCredentials, checkServer } from './check-server.ts'
import type { EngineContext } from './engine-context.ts'
import { readEngine } from './list-engines.ts'

const MICROS_PER_CENT = 10_000

/**
 * Adds a server or a service, for all processes at once.
 * @param server.unchecked it is not asked whether it works
 * @throws {AppError} `invalid`, `conflict`
 */
export async function addEngine(
  context: EngineContext,
  adminId: string,
  { unchecked, ...server }: NewServer & { unchecked: boolean },
): Promise<AdminEngine> {
  if (!unchecked) await checkServer(context, server)
  const engine = await transact(context.db, async (tx) => {
    const name = await addServer(context, tx, server)
    const { kind, name: label, url, concurrency } = server
    const data = { kind, name: label, url, concurrency }
    await context.audit(tx, { actorId: adminId, action: 'engine_added', subject: name, data })
    return name
  })
  await context.fleet.refresh()
  return readEngine(context, engine)
}

type Change = z.output<typeof adminEngines.change.body>

/** @throws {AppError} `not_found`, `conflict`; `invalid` for credentials that it refuses */
export async function changeLimits(
  context: EngineContext,
  adminId: string,
  engine: string,
  change: Change,
): Promise<AdminEngine> {
  const { concurrency, daily_limit: cents, credentials } = change
  if (typeof credentials === 'string') await checkCredentials(context, engine, credentials)
  await transact(context.db, async (tx) => {
    await changeEngine(context, tx, engine, {
      concurrency,
      credentials,
      dailyLimit: typeof cents === 'number' ? cents * MICROS_PER_CENT : cents,
    })
    const data = {
      ...(concurrency !== undefined && { concurrency }),
      ...(cents !== undefined && { daily_limit: cents }),
      ...(credentials !== undefined && { credentials: credentials === null ? 'none' : 'replaced' }),
    }
    await context.audit(tx, { actorId: adminId, action: 'engine_changed', subject: engine, data })
  })
  await context.fleet.refresh()
  return readEngine(context, engine)
}

const ACTIONS = {
  paused: 'engine_paused',
  draining: 'engine_drained',
  active: 'engine_resumed',
} as const

/** @throws {AppError} `not_found` */
export async function changeMode(
  context: EngineContext,
  adminId: string,
  engine: string,
  mode: keyof typeof ACTIONS,
): Promise<AdminEngine> {
  await transact(context.db, async (tx) => {
    if (await setMode(context, tx, engine, mode))
      await context.audit(tx, { actorId: adminId, action: ACTIONS[mode], subject: engine })
  })
  await context.fleet.refresh()
  return readEngine(context, engine)
}

/** @throws {AppError} `not_found`, `conflict` */
export async function dropEngine(
  context: EngineContext,
  adminId: string,
  engine: string,
): Promise<null> {
  await transact(context.db, async (tx) => {
    await removeEngine(context, tx, engine)
    await context.audit(tx, { actorId: adminId, action: 'engine_removed', subject: engine })
  })
  await context.fleet.refresh()
  return null
}
