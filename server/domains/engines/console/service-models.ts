import type { z } from 'zod'
import type {
  adminServiceModels,
  ServiceModel,
  ServiceModelFile,
  ServiceModelProposal,
} from '#contract/admin-service-models.ts'
import type { Answer } from '#contract/endpoint.ts'
import { transact } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import {
  addServiceModel,
  changeServiceModel,
  importServiceModels,
  offerServiceModel,
  pauseServiceModel,
  proposeServiceModel,
  removeServiceModel,
  wantTrial,
} from '../service-models/keep-models.ts'
import { writeLook } from '../service-models/look-at-models.ts'
import { askService, readPublished, requireAddable } from '../service-models/read-published.ts'
import { refuseTakenId } from '../service-models/refuse-taken-id.ts'
import {
  listServiceModels,
  lockVersion,
  presentServiceModel,
  type ServiceModelRow,
} from '../service-models/store.ts'
import type { EngineContext } from './engine-context.ts'

interface Named {
  /** Of the engine. */
  id: string
  model: string
}

const subjectOf = ({ id, model }: Named): string => `${id} ${model}`.trim()

/** Models that were added to a service. @throws {AppError} `not_found` for an engine that is none */
export async function listModels(
  { db, fleet }: EngineContext,
  engine: string,
): Promise<{ results: ServiceModel[] }> {
  requireAddable(fleet, engine)
  return { results: (await listServiceModels(db.kysely, engine)).map(presentServiceModel) }
}

/** What a service publishes of a model, and what would be added. @throws {AppError} `invalid`, `not_found`, `unavailable` */
export async function lookUpModel(
  { fleet }: EngineContext,
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
  const { db, fleet } = context
  const added = requireAddable(fleet, engine)
  const published = await readPublished(added, entry.endpoint)
  const row = await transact(db, async (tx) => {
    const key = { engine, id: model }
    const written = await addServiceModel(tx, key, added.shipped, { entry, margin, published })
    await context.audit(tx, {
      actorId: adminId,
      action: 'service_model_added',
      subject: subjectOf({ id: engine, model }),
      data: priceOf(written),
    })
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
  const { db, fleet } = context
  const published = await readPublished(requireAddable(fleet, named.id), entry.endpoint)
  const row = await transact(db, async (tx) => {
    const key = { engine: named.id, id: named.model, version }
    const changed = await changeServiceModel(tx, key, { entry, margin, published })
    await context.audit(tx, {
      actorId: adminId,
      action: 'service_model_changed',
      subject: subjectOf(named),
      data: priceOf(changed),
    })
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
  requireAddable(context.fleet, named.id)
  const { act, action } = ACTS[what]
  if (what === 'offer') await refuseTakenId(context.fleet, { engine: named.id, id: named.model })
  const row = await transact(context.db, async (tx) => {
    const changed = await act(tx, { engine: named.id, id: named.model, version: named.version })
    await context.audit(tx, { actorId: adminId, action, subject: subjectOf(named) })
    return changed
  })
  return shown(context, row)
}

/** Looks now at what a service has changed of a model. @throws {AppError} `not_found`, `conflict`, `unavailable` */
export async function refreshModel(
  context: EngineContext,
  { id: engine, model, version }: Named & { version: number },
): Promise<ServiceModel> {
  const added = requireAddable(context.fleet, engine)
  const key = { engine, id: model }
  const { entry } = await transact(context.db, (tx) => lockVersion(tx, { ...key, version }))
  const { endpoint } = entry
  const now = await askService(added, endpoint)
  // Whoever asks sees what comes of it, so nobody is written to.
  const warnOfPause = async () => undefined
  const look = { endpoint, now }
  const row = await transact(context.db, (tx) => writeLook({ warnOfPause }, tx, key, look))
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
    await context.audit(tx, {
      actorId: adminId,
      action: 'service_model_removed',
      subject: subjectOf(named),
    })
  })
  await context.fleet.refresh()
  return null
}

/** @throws {AppError} `not_found` */
export async function exportModels(
  { db, fleet }: EngineContext,
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
  const { db, fleet } = context
  const { shipped } = requireAddable(fleet, engine)
  if (service !== fleet.members().get(engine)?.kind)
    throw invalidField('service', t('console.otherService'))
  const outcome = await transact(db, async (tx) => {
    const imported = await importServiceModels(tx, engine, shipped, models)
    const data = { added: imported.added.join(', ') }
    await context.audit(tx, {
      actorId: adminId,
      action: 'service_models_imported',
      subject: engine,
      data,
    })
    return imported
  })
  await fleet.refresh()
  return outcome
}

async function shown({ fleet }: EngineContext, row: ServiceModelRow): Promise<ServiceModel> {
  await fleet.refresh()
  return presentServiceModel(row)
}
