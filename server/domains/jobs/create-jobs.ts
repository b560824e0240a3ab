import type { GridSummary } from '#contract/grids.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { Proposal } from '#contract/proposals.ts'
import { everyItem } from '#server/platform/keyset.ts'
import type { Reader } from '#server/platform/db/index.ts'
import type { Route } from '#server/platform/route.ts'
import { type EngineMessage, lanesOf } from '#server/engines/spec/index.ts'
import { createAdmission } from './queue/admission.ts'
import type { JobsDeps } from './deps.ts'
import { KINDS } from './kinds/loaders.ts'
import { createKinds } from './registry.ts'
import { type Quoter, sweepQuotes } from '#server/domains/orders/index.ts'
import { type Commissions, createCommissions } from './commissions.ts'
import { createProComparison } from './inputs/compare-pro.ts'
import { createEdgeDoubts } from './inputs/doubt-edges.ts'
import { createSwapTrials } from './inputs/try-swaps.ts'
import { createFaceFinder } from './inputs/find-faces.ts'
import { createInputLooks } from './inputs/look-at-inputs.ts'
import { createObjectSelection } from './inputs/select-object.ts'
import { createControlViewer } from './inputs/show-control.ts'
import { defaultModel } from './models/default-model.ts'
import { createJobEnder } from './run/end-job.ts'
import { listenForWebhooks, receiveWebhook } from './run/engine-webhooks.ts'
import { cancelAll, forgetJobs } from './forget-jobs.ts'
import { findShownImage } from './present/shown-image.ts'
import { gridsOf } from './grids/read-grids.ts'
import { createMaking, type Making } from './making.ts'
import { createLaneWork } from './run/lane-work.ts'
import { servedLanes } from './queue/lane-workers.ts'
import { listJobs } from './present/list-jobs.ts'
import { readJob } from './present/read-job.ts'
import { createJobPresenter } from './present/present-job.ts'
import { createLanePaces } from './queue/lane-paces.ts'
import { createQueueEstimates } from './queue/queue-estimates.ts'
import { createJobRequeuer } from './run/requeue-job.ts'
import { moveWaitingJobs } from './run/move-waiting-jobs.ts'
import { LANE_OPTIONS } from './queue/messages.ts'
import { createQuoter, createRoutes } from './routes.ts'
import { createJobRunner } from './run/run-job.ts'
import { sweepJobs } from './run/sweep-jobs.ts'
import { createDrawings, type Drawings } from './submit/order-drawings.ts'
import { sweepLeftovers } from './run/sweep-leftovers.ts'
import { sweepProposals } from './words/propose.ts'
import { proposalsOf } from './words/proposal-store.ts'

export interface Jobs {
  /** inference_jobs, grids, picture_reviews, generation_servers. */
  routes: Route[]
  /** Works on the lanes of this process's engines (role worker); after the queue has started. */
  startWorkers(): Promise<void>
  /** Tells that this process takes no more jobs; before the queue stops, which drains what runs. */
  stopWorkers(): Promise<void>
  /** Every few seconds (role cron): deadlines, silent workers, lanes with room, what is no longer needed. */
  sweep(): Promise<void>
  /** Prices of generations, batches, grids and the calls that order one. */
  quoter: Quoter
  /** Drawings that another domain orders and pays for. */
  drawings: Drawings
  /** One job of somebody, as they see it. @throws {AppError} `not_found` */
  jobOf(userId: string, id: string): Promise<UnsaidJob>
  /** Every job of somebody, newest first. */
  allOf(userId: string): AsyncIterable<UnsaidJob>
  /** Every proposal of somebody that is kept, newest first. */
  proposalsOf(userId: string): AsyncIterable<Proposal>
  /** What somebody asked grids for; their images are those of jobs. */
  gridsOf(userId: string): AsyncIterable<GridSummary>
  /**
   * For the deletion of an account: cancels what runs, and forgets what was asked for. The library removes the images. Safe to
   * repeat. @returns how many jobs still run, on engines that cannot stop at once
   */
  forget(userId: string): Promise<number>
  /** Cancels everything of somebody that waits or runs; what is held for it comes back. Safe to repeat. */
  stop(userId: string): Promise<void>
  /** Cancels what of it compares faces, for who withdrew the consent to that. Safe to repeat. */
  stopComparingFaces(userId: string): Promise<void>
  /** Those of these images that this person may see. */
  shownOf(reader: Reader, userId: string, ids: readonly string[]): Promise<string[]>
  /** Receives a call of an engine's service; see `receiveWebhook`. */
  receiveWebhook(engine: string, message: EngineMessage): Promise<void>
  /** Id of the model that a request without one uses; null while none is ready. */
  defaultModel(): Promise<string | null>
  /** Answers the library's questions about how an image was made. */
  making: Making
  /** Jobs that other domains order and pay. */
  commissions: Commissions
  /** Whether some process works on a lane and its engine is not down. */
  isServed(): Promise<boolean>
}

const EXPORT_PAGE = 100

/** Builds the domain; defines the lane of each engine, so before the queue starts. */
export function createJobs(deps: JobsDeps): Jobs {
  const { db, events, queue, orders, onEnded, announceEnd, billing, media } = deps
  const { engines, engineControl, deadlines, slots } = deps
  const log = deps.log.child({ part: 'jobs' })
  for (const { name } of engines.list().flatMap(lanesOf)) queue.defineLane(name, LANE_OPTIONS)

  const kinds = createKinds(KINDS)
  const paces = createLanePaces({ kinds })
  const estimates = createQueueEstimates({ paces })
  const presenter = createJobPresenter({ media, billing, estimates, kinds, engines })
  const admission = createAdmission({ queue, paces })
  const ender = createJobEnder({
    orders,
    events,
    admission,
    presenter,
    kinds,
    onEnded,
    announceEnd,
  })
  const requeuer = createJobRequeuer({ events, admission, presenter, deadlines })
  const faces = createFaceFinder({ engines, media })
  const doubtsEdges = createEdgeDoubts({ engines, media })
  const looksSameByPro = createProComparison({ engines, media })
  const triesSwap = createSwapTrials({ engines, media })
  const looks = createInputLooks(deps)
  const viewControl = createControlViewer(deps)
  const selectObject = createObjectSelection(deps)
  const parts = {
    ...deps,
    faces,
    doubtsEdges,
    looksSameByPro,
    triesSwap,
    looks,
    viewControl,
    selectObject,
    log,
    kinds,
    estimates,
    presenter,
    admission,
    ender,
    requeuer,
  }
  const runner = createJobRunner(parts)
  const lanes = createLaneWork({
    db,
    queue,
    engines,
    engineControl,
    admission,
    runner,
    slots,
    log,
  })

  return {
    routes: createRoutes(parts),
    quoter: createQuoter(parts),
    defaultModel: async () => (await defaultModel(engines))?.model.id ?? null,
    making: createMaking(parts),
    commissions: createCommissions(parts),
    drawings: createDrawings(parts),
    async startWorkers() {
      await listenForWebhooks(deps)
      await lanes.start()
    },
    stopWorkers: () => lanes.stop(),
    async sweep() {
      await sweepJobs(parts)
      await moveWaitingJobs(parts)
      await sweepLeftovers(db)
      await sweepProposals(parts)
      await sweepQuotes(db.kysely)
    },
    jobOf: (userId, id) => readJob(parts, userId, id),
    allOf: (userId) =>
      everyItem((cursor) => listJobs(parts, userId, 'all', { limit: EXPORT_PAGE, cursor })),
    gridsOf: (userId) => gridsOf(deps, userId),
    proposalsOf: (userId) => proposalsOf(db.kysely, userId),
    forget: (userId) => forgetJobs(parts, userId),
    stop: (userId) => cancelAll(parts, userId),
    stopComparingFaces: (userId) =>
      cancelAll(parts, userId, ({ measuresFaces }) => measuresFaces === true),
    async shownOf(reader, userId, ids) {
      const shown = await Promise.all(ids.map((id) => findShownImage(reader, userId, id)))
      return shown.flatMap((image) => image?.id ?? [])
    },
    receiveWebhook: (engine, message) => receiveWebhook(deps, engine, message),
    async isServed() {
      const served = await servedLanes(db.kysely)
      const health = await engines.health()
      const isUp = new Set(
        health.filter(({ health: { state } }) => state !== 'down').map(({ name }) => name),
      )
      return engines
        .list()
        .flatMap(lanesOf)
        .some((lane) => served.has(lane.name) && isUp.has(lane.engine))
    },
  }
}
