import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { ServiceModel } from '#contract/admin-service-models.ts'
import { leastCreditValue } from '#server/domains/billing/index.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { tellAll } from '../fleet/states.ts'
import { judgeEntry } from './judge-entry.ts'

export type ServiceModelRow = Selectable<Database['service_models']>

/** Names a model of a service. */
export interface ServiceModelKey {
  engine: string
  id: string
}

/** As administrators see it. */
export function presentServiceModel(row: ServiceModelRow): ServiceModel {
  const { engine, id, entry, inputs, margin, state, changes, version } = row
  return {
    engine,
    id,
    entry,
    inputs,
    margin,
    credit_value: leastCreditValue(),
    state,
    paused_by: row.paused_by,
    problems: judgeEntry(entry, inputs),
    changes,
    looked_at: row.looked_at?.toISOString() ?? null,
    trial: {
      state: row.trial_state,
      problem: row.trial_problem,
      image:
        row.trial_image &&
        `data:image/webp;base64,${Buffer.from(row.trial_image).toString('base64')}`,
      at: row.trial_at?.toISOString() ?? null,
    },
    version,
  }
}

/** The models that were added to a service, by their ids. */
export const listServiceModels = (from: Reader, engine: string): Promise<ServiceModelRow[]> =>
  from.selectFrom('service_models').selectAll().where('engine', '=', engine).orderBy('id').execute()

/** A model, which stays as it is until the transaction ends. @throws {AppError} `not_found` */
export async function lockServiceModel(
  tx: Tx,
  { engine, id }: ServiceModelKey,
): Promise<ServiceModelRow> {
  const row = await tx
    .selectFrom('service_models')
    .selectAll()
    .where('engine', '=', engine)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** As {@link lockServiceModel}. @throws {AppError} `conflict` where somebody has changed it since that version */
export async function lockVersion(
  tx: Tx,
  { version, ...key }: ServiceModelKey & { version: number },
): Promise<ServiceModelRow> {
  const row = await lockServiceModel(tx, key)
  if (row.version !== version) throw userError('conflict', t('console.modelChanged'))
  return row
}

/**
 * Writes a change of the version that it was made for, for all processes at once.
 * @throws {AppError} `not_found`; `conflict` where somebody has changed it since
 */
export async function updateServiceModel(
  tx: Tx,
  key: ServiceModelKey & { version: number },
  change: (row: ServiceModelRow) => Record<string, unknown>,
): Promise<ServiceModelRow> {
  const { engine, id } = key
  const row = await lockVersion(tx, key)
  const changed = await tx
    .updateTable('service_models')
    .set({ ...change(row), version: sql<number>`version + 1` })
    .where('engine', '=', engine)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellAll(tx)
  return changed
}
