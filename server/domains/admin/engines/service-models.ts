import type { z } from 'zod'
import type {
  adminServiceModels,
  ServiceModel,
  ServiceModelFile,
  ServiceModelProposal,
} from '#contract/admin-service-models.ts'
import type { Answer } from '#contract/endpoint.ts'
import {
  addServiceModel,
  askService,
  changeServiceModel,
  importServiceModels,
  listServiceModels,
  lockServiceModel,
  offerServiceModel,
  pauseServiceModel,
  presentServiceModel,
  proposeServiceModel,
  readPublished,
  removeServiceModel,
  requireAddable,
  type ServiceModelRow,
  wantTrial,
  writeLook,
} from '#server/domains/engine-management/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { type AuditEvent, recordAuditEvent } from '../audit.ts'
import type { EngineContext } from './engine-context.ts'

interface Named {
  /** Of the engine. */
  id: string
  model: string
}

const record = (
  tx: Tx,
  adminId: string,
  action: AuditEvent['action'],
  { id, model }: Named,
  data: Record<string, unknown> = {},
): Promise<void> =>
  recordAuditEvent(tx, {
    actorId: adminId,
    action,
    userId: null,
    subject: `${id} ${model}`.trim(),
    reason: null,
    data,
  })

/** Models that were added to a service. @throws {AppError} `not_found` for an engine that is none */
export async function listModels(
  { db, engines: { fleet } }: EngineContext,
  engine: string,
): Promise<{ results: ServiceModel[] }> {
  requireAddable(fleet, engine)
  return { results: (await listServiceModels(db.kysely, engine)).map(presentServiceModel) }
}

/** What a service publishes of a model, and what would be added. @throws {AppError} `invalid`, `not_found`, `unavailable` */
export async function lookUpModel(
  { engines: { fleet } }: EngineContext,
  engine: string,
  endpoint: string,
): Promise<ServiceModelProposal> {
  return proposeServiceModel(await readPublished(requireAddable(fleet, engine), endpoint))
}

/** @throws {AppError} `invalid`, `not_found`, `conflict`, `unavailable` */
export async function addModel(
  context: EngineContext,
  adminId: string,
  engine: string,
  { id: model, entry, margin }: z.output<typeof adminServiceModels.add.body>,
): Promise<ServiceModel> {
  const { db, engines } = context
  const added = requireAddable(engines.fleet, engine)
  const published = await readPublished(added, entry.endpoint)
  const row = await transact(db, async (tx) => {
    const key = { engine, id: model }
    const written = await addServiceModel(tx, key, added.shipped, { entry, margin, published })
    await record(tx, adminId, 'service_model_added', { id: engine, model }, priceOf(written))
    return written
  })
  return shown(context, row)
}

/** @throws {AppError} `invalid`, `not_found`, `conflict`, `unavailable` */
export async function changeModel(
  context: EngineContext,
  adminId: string,
  named: Named,
  { version, entry, margin }: z.output<typeof adminServiceModels.change.body>,
): Promise<ServiceModel> {
  const { db, engines } = context
  const published = await readPublished(requireAddable(engines.fleet, named.id), entry.endpoint)
  const row = await transact(db, async (tx) => {
    const key = { engine: named.id, id: named.model, version }
    const changed = await changeServiceModel(tx, key, { entry, margin, published })
    await record(tx, adminId, 'service_model_changed', named, priceOf(changed))
    return changed
  })
  return shown(context, row)
}

const priceOf = ({ entry: { endpoint, credits, cost } }: ServiceModelRow) => ({
  endpoint,
  credits,
  cost: `$${cost.dollars} / ${cost.per}`,
})

const ACTS = {
  try: { act: wantTrial, action: 'service_model_tried' },
  offer: { act: offerServiceModel, action: 'service_model_offered' },
  pause: { act: pauseServiceModel, action: 'service_model_paused' },
} as const

/** @throws {AppError} `not_found`, `conflict` */
export async function actOnModel(
  context: EngineContext,
  adminId: string,
  what: keyof typeof ACTS,
  named: Named & { version: number },
): Promise<ServiceModel> {
  requireAddable(context.engines.fleet, named.id)
  const { act, action } = ACTS[what]
  const row = await transact(context.db, async (tx) => {
    const changed = await act(tx, { engine: named.id, id: named.model, version: named.version })
    await record(tx, adminId, action, named)
    return changed
  })
  return shown(context, row)
}

/** Looks now at what a service has changed of a model. @throws {AppError} `not_found`, `unavailable` */
export async function refreshModel(
  context: EngineContext,
  { id: engine, model }: Named,
): Promise<ServiceModel> {
  const added = requireAddable(context.engines.fleet, engine)
  const key = { engine, id: model }
  const { entry } = await transact(context.db, (tx) => lockServiceModel(tx, key))
  const now = await askService(added, entry.endpoint)
  // Whoever asks sees what comes of it, so nobody is written to.
  const warnOfPause = async () => undefined
  const row = await transact(context.db, (tx) => writeLook({ warnOfPause }, tx, key, now))
  return shown(context, row)
}

/** @throws {AppError} `not_found` */
export async function dropModel(
  context: EngineContext,
  adminId: string,
  named: Named,
): Promise<null> {
  await transact(context.db, async (tx) => {
    await removeServiceModel(tx, { engine: named.id, id: named.model })
    await record(tx, adminId, 'service_model_removed', named)
  })
  await context.engines.fleet.refresh()
  return null
}

/** @throws {AppError} `not_found` */
export async function exportModels(
  { db, engines: { fleet } }: EngineContext,
  engine: string,
): Promise<ServiceModelFile> {
  requireAddable(fleet, engine)
  const rows = await listServiceModels(db.kysely, engine)
  return {
    format: 'atelier-service-models',
    service: fleet.members().get(engine)!.kind,
    models: Object.fromEntries(rows.map(({ id, entry }) => [id, entry])),
  }
}

/** @throws {AppError} `not_found`; `invalid` for the file of another service */
export async function importModels(
  context: EngineContext,
  adminId: string,
  engine: string,
  { service, models }: ServiceModelFile,
): Promise<Answer<typeof adminServiceModels.import>> {
  const { db, engines } = context
  const { shipped } = requireAddable(engines.fleet, engine)
  if (service !== engines.fleet.members().get(engine)?.kind)
    throw invalidField('service', 'This file is of another service.')
  const outcome = await transact(db, async (tx) => {
    const imported = await importServiceModels(tx, engine, shipped, models)
    const data = { added: imported.added.join(', ') }
    await record(tx, adminId, 'service_models_imported', { id: engine, model: '' }, data)
    return imported
  })
  await engines.fleet.refresh()
  return outcome
}

async function shown({ engines }: EngineContext, row: ServiceModelRow): Promise<ServiceModel> {
  await engines.fleet.refresh()
  return presentServiceModel(row)
}
