import type { GenerationRequest } from '#contract/generation-request.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { markChildren } from './children/mark-children.ts'
import type { FaceFinder } from './inputs/find-faces.ts'
import type { Kinds } from './registry.ts'
import { readVideoJob } from './present/read-job.ts'
import type { RouteDeps } from './route-deps.ts'
import { cancelJob } from './run/cancel-job.ts'
import { removeJob } from './store.ts'
import { type ResolvedRequest, resolveRequest } from './submit/resolve-request.ts'

/** Questions of the library about how an image was made. */
export interface Making {
  /** By which a result is described, and asked for again. */
  kinds: Kinds
  faces: Pick<FaceFinder, 'see'>
  /** A request as it would be followed if it were sent now. @throws {AppError} as an order of it */
  resolve(userId: string, request: GenerationRequest): Promise<ResolvedRequest>
  /** @throws {AppError} `not_found`, also for what makes something else */
  readVideo(userId: string, jobId: string): Promise<UnsaidJob>
  /** @throws {AppError} `not_found` */
  cancel(userId: string, jobId: string): Promise<UnsaidJob>
  /** Has an own job be found no more; what it delivered stays where it is. */
  removeJob(tx: Tx, userId: string, jobId: string): Promise<void>
  /** Marks all that somebody made of these, which show their child. @returns ids of the jobs */
  markChildren(tx: Tx, userId: string, names: readonly string[]): Promise<string[]>
}

export const createMaking = (deps: RouteDeps): Making => ({
  kinds: deps.kinds,
  faces: deps.faces,
  resolve: (userId, request) => resolveRequest(deps, userId, request),
  readVideo: (userId, jobId) => readVideoJob(deps, userId, jobId),
  cancel: (userId, jobId) => cancelJob(deps, userId, jobId),
  removeJob,
  markChildren,
})
