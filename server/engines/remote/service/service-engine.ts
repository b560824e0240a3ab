import { ADDED_VIDEO } from '#contract/jobs/video.ts'
import type { Outbound } from '#server/platform/outbound-http.ts'
import { t } from '#server/texts/index.ts'
import {
  downBecauseOf,
  type Engine,
  EngineError,
  type EngineHealth,
  type EngineImage,
  type EngineOperation,
  type EngineVideo,
  type FollowHandlers,
  type Following,
  type ImageEngine,
  type OperationResult,
  type ToolEngine,
  type VideoEngine,
  type WordsEngine,
} from '../../spec/index.ts'
import type { Catalogue } from './catalogue.ts'
import { deliverCalls, type Delivering } from './deliver-calls.ts'
import { deliverVideo } from './deliver-video.ts'
import { type ServiceOperation, readOperation, storeOperation } from './operation.ts'
import { createLiveCatalogue } from './live-catalogue.ts'
import { offeredModels, offeredTools, offeredVideos, offeredWords } from './offer.ts'
import { keepUploads } from './keep-uploads.ts'
import { type OrderPlan, planDrawing, planTool, type Upload } from './plan-order.ts'
import { avatarLooksOf, planAvatars } from './plan-avatars.ts'
import { planVideo } from './plan-video.ts'
import { planTrial } from './plan-trial.ts'
import type { ServiceClient } from './service-client.ts'
import { brokenService, modelPaused, workLost } from './service-error.ts'
import { trainAtService } from './train-at-service.ts'
import { queuedTrainings } from './queued-trainings.ts'
import { unthrottled } from './unthrottled.ts'
import { createWakeUps, type Patience, USUAL_PATIENCE } from './wait-for-call.ts'
import { writeWords } from './write-words.ts'

export interface ServiceEngineOptions {
  /** Name of the engine, such as `fal`. */
  name: string
  client: ServiceClient
  catalogue: Catalogue
  /** Fetches results; closed with the engine. */
  outbound: Outbound
  /** Where the service can reach us; null: it cannot, and is asked alone. */
  webhookUrl: string | null
  patience?: Partial<Patience>
}

const HEALTH_KEPT_MS = 60_000

/**
 * An engine whose work is done by a service with a queue: every picture is a request of its own, found again by its id
 * after a restart, and looked at until it ends; webhooks only make that sooner.
 */
export function createServiceEngine(options: ServiceEngineOptions): Engine {
  const { name, client, catalogue, outbound, webhookUrl } = options
  const patience = { ...USUAL_PATIENCE, ...options.patience }
  const live = createLiveCatalogue(catalogue)
  const wakeUps = createWakeUps()
  const followed = new Map<string, AbortController>()
  let health: { at: number; answer: Promise<EngineHealth> } | null = null

  const submit = (
    endpoint: string,
    input: Record<string, unknown>,
    begunSince: Date | null,
  ): Promise<string> =>
    unthrottled(() => client.submit(endpoint, input, { webhookUrl, begunSince }))

  /** All requests of an order or none: if one is refused, the others are cancelled. */
  async function begin(plan: OrderPlan, begunSince: Date | null): Promise<EngineOperation> {
    const { endpoint, inputs, ...kept } = plan
    const sent = await Promise.allSettled(
      inputs.map(async ({ index, input }) => ({
        index,
        endpoint,
        id: await submit(endpoint, input, begunSince),
      })),
    )
    const calls = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const failed = sent.find((one) => one.status === 'rejected')
    if (failed) {
      await cancelCalls(calls)
      throw failed.reason
    }
    return storeOperation(name, { ...kept, calls })
  }

  async function cancelCalls(calls: ServiceOperation['calls']): Promise<void> {
    await Promise.all(calls.map((call) => client.cancel(call).catch(() => undefined)))
  }

  const upload: Upload = (file, contentType) => client.upload(file, contentType)
  const uploadLora = keepUploads(upload)

  const delivering = {
    name,
    client,
    outbound,
    wakeUps,
    patience,
    hasWebhook: webhookUrl !== null,
  }

  /** @param deliver hands over all that comes of an operation, and tells what it cost */
  const followingBy = <Output>(
    deliver: (
      service: Delivering,
      work: ServiceOperation,
      handlers: FollowHandlers<Output>,
      signal: AbortSignal,
    ) => Promise<number>,
  ): Following<Output> => ({
    // A restart must not end what the service goes on with.
    stopsAtOnce: false,
    async follow(operation, handlers): Promise<OperationResult> {
      const work = readOperation(operation)
      if (!work) throw workLost(name, operation.id)
      const stop = new AbortController()
      followed.set(operation.id, stop)
      const started = performance.now()
      const result = (outcome: OperationResult['outcome']) => ({
        outcome,
        engineMs: performance.now() - started,
      })
      try {
        const costMicros = await deliver(delivering, work, handlers, stop.signal)
        return { ...result('succeeded'), costMicros }
      } catch (error) {
        if (stop.signal.aborted) return result('cancelled')
        // Of a service that is away the work may go on; of everything else nobody waits for the rest.
        const isAway = error instanceof EngineError && error.code === 'engine_unreachable'
        if (!isAway) await cancelCalls(work.calls)
        throw error
      } finally {
        followed.delete(operation.id)
      }
    },
    async cancel(operation) {
      followed.get(operation.id)?.abort()
      await cancelCalls(readOperation(operation)?.calls ?? [])
    },
  })
  const following = followingBy<EngineImage>(deliverCalls)

  /** @throws EngineError that says why a paused model takes no orders */
  function refusePaused(model: string): void {
    const pausedBy = live.paused().get(model)
    if (pausedBy) throw modelPaused(model, pausedBy)
  }

  const image: ImageEngine = {
    ...following,
    models: async () => offeredModels(live.offered()),
    async start(request, beginning) {
      refusePaused(request.model)
      const plan = await planDrawing(live.offered(), request, upload, uploadLora)
      return begin(plan, beginning?.begunSince ?? null)
    },
    // There are none but people's own, which come with the order.
    fitLoras: async (_model, ids) =>
      ids.map((id) => ({ id, hash: '', problem: t('common.noSuchLora', { name: id }) })),
  }
  const tool: ToolEngine = {
    ...following,
    models: async () => offeredTools(live.offered()),
    async start(request, beginning) {
      if (request.tool === 'edit_image') refusePaused(request.model)
      const plan = await (request.tool === 'draw_avatars'
        ? planAvatars(live.offered(), request, upload)
        : planTool(live.offered(), request, upload))
      return begin(plan, beginning?.begunSince ?? null)
    },
    avatarLooks: () => avatarLooksOf(live.offered()),
    imagesGoTo: name,
  }

  const video: VideoEngine = {
    ...followingBy<EngineVideo>(deliverVideo),
    models: async () => offeredVideos(live.offered()),
    async start(request, beginning) {
      refusePaused(request.provider.slice(ADDED_VIDEO.length + 1))
      const plan = await planVideo(live.offered(), request, upload)
      return begin(plan, beginning?.begunSince ?? null)
    },
  }

  const training = trainAtService({
    name,
    calls: client.trainings ?? queuedTrainings(client),
    catalogue,
    outbound,
    wakeUps,
    patience,
    hasWebhook: webhookUrl !== null,
    webhookUrl,
  })

  const tasks = offeredWords(catalogue)
  const words: WordsEngine = {
    models: async () => tasks,
    async write(request, signal) {
      const call = { name, client, catalogue, wakeUps, patience, hasWebhook: webhookUrl !== null }
      return writeWords(
        { ...call, submit: (to, input) => submit(to, input, null) },
        request,
        signal,
      )
    },
  }

  return {
    name,
    ...(tasks.length > 0 && { words }),
    image,
    tool,
    video,
    ...(training && { training }),
    added: {
      shipped: new Set(Object.keys(catalogue)),
      read: (endpoint) =>
        client.publishes(endpoint).catch((error: unknown) => {
          if (error instanceof EngineError) throw error
          const { message } = error as Error
          throw brokenService(name, `the schema of ${endpoint} cannot be read: ${message}`)
        }),
      set: (added) => live.set(added),
      paused: () => live.paused(),
      startTrial: async (model, trial) => begin(await planTrial(model, trial, upload), null),
    },
    webhooks: { receive: (message) => client.receive(message), wake: (id) => wakeUps.wake(id) },
    async health() {
      // A service counts what it is asked, so it is not asked for every page.
      if (!health || Date.now() - health.at > HEALTH_KEPT_MS) {
        const answer = client.check().then(
          (): EngineHealth => ({ state: 'ready', detail: null, load: 0 }),
          (error: unknown) => downBecauseOf(error, 0),
        )
        health = { at: Date.now(), answer }
      }
      return { ...(await health.answer), load: followed.size }
    },
    async dispose() {
      for (const stop of followed.values()) stop.abort()
      await outbound.close()
    },
  }
}
