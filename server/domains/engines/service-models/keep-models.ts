import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ServiceModelFile, ServiceModelProposal } from '#contract/admin-service-models.ts'
import type { AddedModelEntry } from '#contract/service-model-entry.ts'
import { leastCreditValue } from '#server/domains/billing/index.ts'
import type { PublishedModel } from '#server/engines/spec/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { tellAll } from '../fleet/states.ts'
import { compareWithService, hasEnded, isPausing, judgeEntry } from './judge-entry.ts'
import { proposeEntry } from './propose-entry.ts'
import { claimId } from './refuse-taken-id.ts'
import { type ServiceModelKey, type ServiceModelRow, updateServiceModel } from './store.ts'

/** Percent of the price, until an administrator says otherwise. */
const USUAL_MARGIN = 30

/** The description that follows from what a service publishes. */
export function proposeServiceModel(published: PublishedModel): ServiceModelProposal {
  const creditValue = leastCreditValue()
  const { id, entry } = proposeEntry(published, { margin: USUAL_MARGIN, creditValue })
  return {
    id,
    entry,
    inputs: published.inputs,
    published_cost: published.cost,
    margin: USUAL_MARGIN,
    credit_value: creditValue,
    problems: judgeEntry(entry, published.inputs),
  }
}

/** A description, and what its service published when it was written. */
interface WrittenModel {
  entry: AddedModelEntry
  margin: number
  published: PublishedModel
}

const baselineOf = ({ inputs, cost }: PublishedModel) => ({
  inputs: JSON.stringify(inputs),
  price: cost && JSON.stringify(cost),
  changes: '[]',
  looked_at: sql<Date>`now()`,
  look_at: sql<Date>`now() + interval '1 day'`,
})

const NO_TRIAL = {
  trial_state: 'none' as const,
  trial_problem: null,
  trial_image: null,
  trial_at: null,
}

/** Keeps a model as a draft. @throws {AppError} `conflict` where its id is taken */
export async function addServiceModel(
  tx: Tx,
  { engine, id }: ServiceModelKey,
  shipped: ReadonlySet<string>,
  { entry, margin, published }: WrittenModel,
): Promise<ServiceModelRow> {
  const taken = () => userError('conflict', t('console.modelIdTaken'))
  if (shipped.has(id)) throw taken()
  const row = await tx
    .insertInto('service_models')
    .values({ engine, id, entry: JSON.stringify(entry), margin, ...baselineOf(published) })
    .onConflict((conflict) => conflict.columns(['engine', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw taken()
  await tellAll(tx)
  return row
}

/** What of an entry changes nothing of what is sent for it, nor of what comes back. */
const UNTRIED = ['name', 'description', 'licence', 'credits', 'cost', 'drawsPeople'] as const

const sentOf = (entry: AddedModelEntry): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => !UNTRIED.some((one) => one === key)))

/** Whether an entry is sent as the one that was tried, and its service still takes what was sent then. */
function isAsTried(row: ServiceModelRow, { entry, published }: WrittenModel): boolean {
  const { inputs, price, paused_by: pausedBy } = row
  if (inputs === null || !(pausedBy === null || pausedBy === 'admin')) return false
  return (
    isDeepStrictEqual(sentOf(row.entry), sentOf(entry)) &&
    !isPausing(compareWithService(entry, { inputs, price }, published)) &&
    judgeEntry(entry, published.inputs).length === 0
  )
}

/**
 * Writes a description again. One that is sent otherwise than before, that its service takes otherwise than before, or that
 * something is missing from has to be tried again before it is offered.
 */
export const changeServiceModel = (
  tx: Tx,
  key: ServiceModelKey & { version: number },
  written: WrittenModel,
): Promise<ServiceModelRow> =>
  updateServiceModel(tx, key, (row) => ({
    entry: JSON.stringify(written.entry),
    margin: written.margin,
    ...baselineOf(written.published),
    ...(!isAsTried(row, written) && { state: 'draft', paused_by: null, ...NO_TRIAL }),
  }))

/** Has a model tried. @throws {AppError} `conflict` while it is, and while it is offered */
export const wantTrial = (tx: Tx, key: ServiceModelKey & { version: number }) =>
  updateServiceModel(tx, key, (row) => {
    if (row.state !== 'draft') throw userError('conflict', t('console.onlyDraftTried'))
    if (['wanted', 'running'].includes(row.trial_state))
      throw userError('conflict', t('console.triedAlready'))
    return { ...NO_TRIAL, trial_state: 'wanted', trial_at: sql<Date>`now()` }
  })

/**
 * Offers a model to everybody.
 * @throws {AppError} `conflict` for one that was not tried, would be refused there, or whose id another service has
 */
export async function offerServiceModel(
  tx: Tx,
  key: ServiceModelKey & { version: number },
): Promise<ServiceModelRow> {
  await claimId(tx, key)
  return updateServiceModel(tx, key, (row) => {
    if (row.inputs === null) throw userError('conflict', t('console.lookFirst'))
    const isChanged = isPausing(row.changes) || hasEnded(row.changes)
    if (isChanged || (row.paused_by !== null && row.paused_by !== 'admin'))
      throw userError('conflict', t('console.changedByService'))
    if (row.trial_state !== 'made') throw userError('conflict', t('console.tryFirst'))
    if (row.entry.does === 'draw' && row.entry.withLoras)
      throw userError('conflict', t('console.noLoraTrials'))
    if (judgeEntry(row.entry, row.inputs).length > 0)
      throw userError('conflict', t('console.modelIncomplete'))
    return { state: 'offered', paused_by: null }
  })
}

/** Takes no more orders of a model. @throws {AppError} `conflict` for one that takes none */
export const pauseServiceModel = (tx: Tx, key: ServiceModelKey & { version: number }) =>
  updateServiceModel(tx, key, (row) => {
    if (row.state !== 'offered') throw userError('conflict', t('console.notOffered'))
    return { state: 'paused', paused_by: 'admin' }
  })

/** @throws {AppError} `not_found` */
export async function removeServiceModel(tx: Tx, { engine, id }: ServiceModelKey): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('service_models')
    .where('engine', '=', engine)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
  await tellAll(tx)
}

/** Adds models of a file as drafts that their service is asked about soon. */
export async function importServiceModels(
  tx: Tx,
  engine: string,
  shipped: ReadonlySet<string>,
  models: ServiceModelFile['models'],
): Promise<{ added: string[]; skipped: string[] }> {
  const added: string[] = []
  for (const [id, entry] of Object.entries(models)) {
    if (shipped.has(id)) continue
    const row = await tx
      .insertInto('service_models')
      .values({
        engine,
        id,
        entry: JSON.stringify(entry),
        margin: USUAL_MARGIN,
        look_at: sql<Date>`now()`,
      })
      .onConflict((conflict) => conflict.columns(['engine', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) added.push(row.id)
  }
  await tellAll(tx)
  return { added, skipped: Object.keys(models).filter((id) => !added.includes(id)) }
}
