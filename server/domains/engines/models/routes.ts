import { api } from '#contract/index.ts'
import { cancelDownload, forgetDownload, listDownloads, queueDownload } from './model-downloads.ts'
import {
  HubTrouble,
  type ModelOffer,
  type ModelStore,
  type ToolNetwork,
} from '#server/engines/spec/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import {
  AppError,
  invalidField,
  notFound,
  refuseFields,
  userError,
} from '#server/platform/errors.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { Reply, type Route, route } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { AuditEngines, EngineAct } from '../console/engine-context.ts'

export interface ModelContext {
  db: Db
  audit: AuditEngines
  models: ModelStore
  /** Whether people pay on this site with real money. */
  isSold(): boolean
}

/** Runs `act`, and turns faults that an operator can mend into an error of the field; a hub that is away is `unavailable`. */
async function forField<T>(field: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof HubTrouble) {
      const { message, cause, text } = error
      // Without the cause: its stack would be that of a program that works.
      throw new AppError('unavailable', cause instanceof Error ? cause.message : message, {
        userMessage: text ?? message,
      })
    }
    if (error instanceof OperatorError) throw invalidField(field, error.text ?? error.message)
    throw error
  }
}

/** Routes under /api/admin/models/. */
export function modelRoutes({ db, audit, models, isSold }: ModelContext): Route[] {
  const { networks } = models
  const { adminModels } = api
  const offerOf = (source: string): ModelOffer | undefined =>
    models.catalogue().find((offer) => offer.id === source || offer.source === source)

  async function presentOffer(offer: ModelOffer) {
    const { downloadGb, memoryGb, teraflopsAStep: _, ...rest } = offer
    const seconds = await models.secondsOf(offer)
    return { ...rest, download_gb: downloadGb, memory_gb: memoryGb, seconds }
  }

  /** @returns undefined for an id that is none of a network */
  const networkOf = async (id: string | null): Promise<ToolNetwork | undefined> =>
    id === null ? undefined : (await networks.list()).find((one) => one.id === id)

  async function requireNetwork(id: string): Promise<ToolNetwork> {
    const network = await networkOf(id)
    if (!network?.isHere) throw notFound()
    return network
  }

  function presentNetwork(network: ToolNetwork) {
    const { downloadMb, isHere, isOn, runMs, ...facts } = network
    const problem = isSold() && !network.commercial ? ('not_commercial' as const) : null
    // One that may not be used rests, whatever is switched on.
    const state = isOn && problem === null ? 'on' : isHere ? 'here' : 'offered'
    return { ...facts, download_mb: downloadMb, state, problem, run_ms: runMs } as const
  }

  return [
    route(adminModels.list, async () => {
      const [installed, downloads, forTools] = await Promise.all([
        models.installed(),
        listDownloads(db),
        networks.list(),
      ])
      return {
        results: installed.map(({ isRemovable, ...model }) => ({
          ...model,
          removable: isRemovable,
        })),
        catalogue: await Promise.all(models.catalogue().map(presentOffer)),
        downloads,
        networks: forTools.map(presentNetwork),
      }
    }),
    route(adminModels.lookUp, async ({ body: { source } }) => {
      const offer = offerOf(source)
      const plan = await forField('source', () => models.lookUp(source, offer?.id ?? null))
      const { id, name, bytes, missing } = plan
      const network = await networkOf(networks.idOf(source))
      const licences = offer?.licences
        .map(({ name: license, of: said }) => t('setup.licensePart', { license, said }))
        .reduce((said, saidNext) => t('setup.licenses', { said, saidNext }))
      return {
        id,
        name,
        bytes,
        missing,
        licence: licences ?? plan.licence,
        commercial: offer?.commercial ?? network?.commercial ?? null,
        seconds: offer ? await models.secondsOf(offer) : null,
      }
    }),
    route(adminModels.add, async ({ caller, body }) => {
      const { source, id, accept_licence: isAccepted, not_for_business: isPrivate } = body
      const network = await networkOf(networks.idOf(source))
      const isRestricted = (network ?? offerOf(source))?.commercial === false
      refuseFields({
        ...(!isAccepted && { accept_licence: [t('setup.acceptLicense')] }),
        ...(network && network.id !== id && { id: [t('setup.networkName', { name: network.id })] }),
        ...(!network && networks.idOf(id) !== null && { id: [t('setup.networkNameTaken')] }),
        ...(isRestricted && !isPrivate && { not_for_business: [t('setup.nonCommercial')] }),
      })
      const installed = await models.installed()
      if (network?.isHere || installed.some((model) => model.id === id))
        throw userError('conflict', t('setup.modelNameTaken'))
      const download = await transact(db, async (tx) => {
        const queued = await queueDownload(tx, id, source)
        await audit(tx, event(caller.userId, 'model_added', id, { source }))
        return queued
      })
      return new Reply(201, download)
    }),
    route(adminModels.switchNetwork, async ({ caller, params: { id }, body: { on } }) => {
      const network = await requireNetwork(id)
      if (on && !network.commercial && isSold())
        throw userError('conflict', t('console.nonCommercialPaid'))
      await networks.switch(id, on)
      await transact(db, (tx) => audit(tx, event(caller.userId, 'network_switched', id, { on })))
      return presentNetwork(await requireNetwork(id))
    }),
    route(adminModels.compareNetwork, async ({ params: { id }, body }) => {
      await requireNetwork(id)
      const photo = Buffer.from(body.photo, 'base64')
      const { before, after, ...shown } = await forField('photo', () => networks.compare(id, photo))
      const encode = (data: Uint8Array): string => Buffer.from(data).toString('base64')
      return {
        photo: encode(shown.photo),
        before: { image: encode(before.data), ms: before.ms },
        after: { image: encode(after.data), ms: after.ms },
      }
    }),
    route(adminModels.cancel, ({ caller, params: { id } }) =>
      transact(db, async (tx) => {
        const canceled = await cancelDownload(tx, id)
        await audit(tx, event(caller.userId, 'model_canceled', id))
        return canceled
      }),
    ),
    route(adminModels.remove, async ({ caller, params: { id } }) => {
      const network = await networkOf(id)
      const model = (await models.installed()).find((one) => one.id === id)
      if (model && !model.isRemovable) throw userError('conflict', t('console.modelOfProgram'))
      await transact(db, async (tx) => {
        const wasKnown = await forgetDownload(tx, id)
        if (!model && !network?.isHere && !wasKnown) throw notFound()
        await audit(tx, event(caller.userId, 'model_removed', id))
      })
      if (network?.isHere) await networks.remove(id)
      else if (model) await models.remove(id)
      return null
    }),
  ]
}

const event = (
  actorId: string,
  action: EngineAct['action'],
  subject: string,
  data: Record<string, unknown> = {},
): EngineAct => ({ actorId, action, subject, data })
