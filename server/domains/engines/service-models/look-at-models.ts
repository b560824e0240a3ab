import { sql } from 'kysely'
import type { ServiceModelChange } from '#contract/admin-service-models.ts'
import type { PublishedModel } from '#server/engines/spec/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { Fleet } from '../fleet/create-fleet.ts'
import { tellAll } from '../fleet/states.ts'
import { compareWithService, hasEnded, isPausing } from './judge-entry.ts'
import { lockServiceModel, type ServiceModelKey, type ServiceModelRow } from './store.ts'

/** A model that takes no orders any more, because of what its service did. */
export interface PauseWarning extends ServiceModelKey {
  name: string
  pausedBy: 'changed' | 'ended'
}

export interface LookDeps {
  db: Db
  fleet: Pick<Fleet, 'members'>
  log: Log
  /** Writes to the administrators, in the transaction. */
  warnOfPause(tx: Tx, warning: PauseWarning): Promise<void>
}

/** For cron: looks at what has not been looked at for a day, one after the other. */
export async function lookAtServiceModels(deps: LookDeps): Promise<void> {
  for (;;) {
    // Claimed for an hour, so that one process looks, and again where the service does not answer.
    const { rows } = await sql<ServiceModelKey>`
      update service_models set look_at = now() + interval '1 hour'
      where (engine, id) in (
        select engine, id from service_models where look_at <= now()
        order by look_at limit 1 for update skip locked
      ) returning engine, id`.execute(deps.db.kysely)
    const [key] = rows
    if (!key) return
    await lookAtServiceModel(deps, key).catch((error: unknown) => {
      // Removed meanwhile: there is nothing to look at. Whatever else is wrong with one keeps nobody from the others.
      if (error instanceof AppError && error.code === 'not_found') return
      deps.log.warn({ err: error, ...key }, 'a model of a service was not looked at')
    })
  }
}

/** Asks a service what it has changed of a model, and pauses one that would be asked for something else than it takes. */
async function lookAtServiceModel(deps: LookDeps, key: ServiceModelKey): Promise<void> {
  const added = deps.fleet.members().get(key.engine)?.engine.added
  if (!added) return
  const row = await deps.db.kysely
    .selectFrom('service_models')
    .select('entry')
    .where('engine', '=', key.engine)
    .where('id', '=', key.id)
    .executeTakeFirst()
  if (!row) return
  const { endpoint } = row.entry
  const now = await added.read(endpoint)
  await transact(deps.db, (tx) => writeLook(deps, tx, key, { endpoint, now }))
}

/** The answer of a service. */
interface Look {
  /** Which model it was asked for. */
  endpoint: string
  /** Null: it has no such model any more. */
  now: PublishedModel | null
}

/** Writes down what a look has found; of another model than is there by now it says nothing. */
export async function writeLook(
  { warnOfPause }: Pick<LookDeps, 'warnOfPause'>,
  tx: Tx,
  key: ServiceModelKey,
  { endpoint, now }: Look,
): Promise<ServiceModelRow> {
  const row = await lockServiceModel(tx, key)
  const { entry, inputs, price } = row
  if (entry.endpoint !== endpoint) return row
  const isFirst = inputs === null && now !== null
  const changes = isFirst ? [] : compareWithService(entry, { inputs: inputs ?? [], price }, now)
  const pausedBy = row.state === 'draft' ? null : whyPausing(changes)
  const isPaused = pausedBy !== null && row.paused_by !== pausedBy
  const changed = await tx
    .updateTable('service_models')
    .set({
      changes: JSON.stringify(changes),
      looked_at: sql<Date>`now()`,
      look_at: sql<Date>`now() + interval '1 day'`,
      ...(isFirst && {
        inputs: JSON.stringify(now.inputs),
        price: now.cost && JSON.stringify(now.cost),
      }),
      ...(isPaused && {
        state: 'paused' as const,
        paused_by: pausedBy,
        version: sql<number>`version + 1`,
      }),
    })
    .where('engine', '=', key.engine)
    .where('id', '=', key.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isPaused) {
    await warnOfPause(tx, { ...key, name: entry.name, pausedBy })
    await tellAll(tx)
  }
  return changed
}

function whyPausing(changes: readonly ServiceModelChange[]): PauseWarning['pausedBy'] | null {
  if (hasEnded(changes)) return 'ended'
  return isPausing(changes) ? 'changed' : null
}
