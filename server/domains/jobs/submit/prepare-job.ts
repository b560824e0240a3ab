import type { GenerationRequest } from '#contract/generation-request.ts'
import type { WordTemplate } from '#contract/wildcards.ts'
import { laneName } from '#server/engines/spec/index.ts'
import type { PromptVerdict } from '#server/domains/moderation/index.ts'
import type { Deadlines } from '../deps.ts'
import type { JobRow } from '../store.ts'
import { type NewJob, newJobRow } from './insert-job.ts'
import type { UserQueue } from './user-queue.ts'
import type { WordDrawer } from '../word-drawer.ts'
import { randomSeed } from '../seeds.ts'
import { hashRequest } from '#server/domains/orders/index.ts'
import { ALLOWED, hashOfJudged, judgeRequest, type JudgeDeps } from './judge-request.ts'
import { type ResolveDeps, type ResolvedRequest, resolveRequest } from './resolve-request.ts'

/** A request that can become a job. */
export interface PreparedJob {
  userId: string
  request: GenerationRequest
  resolved: ResolvedRequest
  /** Its words as they were written, where words were drawn. */
  template: WordTemplate | null
  lane: string
  /** What moderation says of it. */
  verdict: PromptVerdict
  /** Hash of what it says that of: taken only where it is kept, as it costs as much as reading a request. */
  judgedHash(): Buffer
}

export type PrepareDeps = ResolveDeps & JudgeDeps & { wordDrawer: Pick<WordDrawer, 'draw'> }

/**
 * Checks a request, fills it in and judges it, before anything is locked.
 * @param allowed hash of what moderation has allowed before: the same is not judged again
 * @throws {AppError} `invalid`, `unavailable`
 */
export async function prepareJob(
  deps: PrepareDeps,
  userId: string,
  request: GenerationRequest,
  allowed: Buffer | null = null,
): Promise<PreparedJob> {
  const resolved = await resolveRequest(deps, userId, request)
  const { kind, engine, parameters } = resolved
  const judgedHash = () => hashOfJudged(deps, resolved)
  return {
    userId,
    request,
    resolved,
    template: null,
    verdict: allowed?.equals(judgedHash()) ? ALLOWED : await judgeRequest(deps, resolved),
    judgedHash,
    lane: laneName(engine, kind.pool(parameters)),
  }
}

/**
 * As {@link prepareJob}, of what a person wrote: its words are drawn first, so that all that follows, moderation too, reads
 * what will be made.
 * @param seed for drawing the words of a request without one; left out: random
 * @throws {AppError} `invalid`, `unavailable`
 */
export async function prepareOrder(
  deps: PrepareDeps,
  userId: string,
  request: GenerationRequest,
  seed: number = randomSeed(),
): Promise<PreparedJob> {
  const { request: drawn, template } = await deps.wordDrawer.draw(userId, request, seed)
  // A price is bound to the request as it was sent.
  return { ...(await prepareJob(deps, userId, drawn)), request, template }
}

/** What a job is found again by; null: only a request whose seeds are all fixed is. */
export const fingerprintOf = ({ kind, parameters }: ResolvedRequest): Buffer | null =>
  kind.seeds.isFixed(parameters) ? hashRequest(parameters) : null

/** The row of the job. */
export function buildJob(
  { pendingSeconds }: Deadlines,
  { userId, request, resolved, template, lane }: PreparedJob,
  place: UserQueue,
  outcome: Pick<NewJob, 'paid' | 'blocked' | 'batchId'>,
): JobRow {
  const { kind, engine, modelHash } = resolved
  const { parameters, seed } = kind.seeds.draw(resolved.parameters)
  const outputs = kind.outputs(parameters)
  return newJobRow({
    userId,
    place,
    type: kind.type,
    parameters,
    template,
    seed,
    outputs,
    work: outputs * kind.work(parameters),
    fingerprint: fingerprintOf(resolved),
    modelHash,
    engine,
    lane,
    quoteId: request.quote ?? null,
    pendingSeconds,
    showsPerson: resolved.showsPerson,
    showsChild: resolved.showsChild,
    ...outcome,
  })
}
