import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { checkImage } from '../remote/check-image.ts'
import type { PreparedSource } from '../remote/prepare-source.ts'
import { isAway } from '../remote/is-away.ts'
import { RemoteError } from '../remote/remote-error.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import {
  EngineError,
  type EngineImage,
  type FollowHandlers,
  type OperationProgress,
} from '../spec/index.ts'
import { seedOf } from '../remote/request-sizes.ts'
import { buildSdcppBody, type Found } from './build-call.ts'
import { t } from '#server/texts/index.ts'

const Submitted = z.object({ id: z.string() })
const Job = z.object({
  status: z.enum(['queued', 'generating', 'completed', 'failed', 'cancelled']),
  /** From 1 while it waits. */
  queue_position: z.int().nullish(),
  result: z.object({ images: z.array(z.object({ b64_json: z.string() })) }).nullish(),
  error: z.object({ message: z.string().nullish() }).nullish(),
})
type SdcppJob = z.infer<typeof Job>

/** The jobs of one request, as its operation keeps them: enough to find them again after a restart. */
export const SdcppOperation = z.object({
  width: z.int(),
  height: z.int(),
  seed: z.int(),
  steps: z.int(),
  /** True: the result is put back into a source, which only the process that began it has. */
  onSource: z.boolean(),
  /** Index of the picture and id of its job. */
  jobs: z.array(z.tuple([z.int(), z.string()])),
})
export type SdcppOperation = z.infer<typeof SdcppOperation>

const POLL_MS = 700

interface Waiting {
  signal: AbortSignal
  /** How long the server may be away: it may draw all the same. */
  patienceMs: number
}

/** Queues a job for each picture; if one is refused, those before it are cancelled. Throws EngineError. */
export async function submitSdcppJobs(server: RemoteServer, found: Found): Promise<SdcppOperation> {
  const { request, source } = found
  const jobs: [number, string][] = []
  try {
    for (const index of request.indexes) {
      const body = buildSdcppBody(found, index)
      const { id } = await server.call('/sdcpp/v1/img_gen', Submitted, { body, timeoutMs: 60_000 })
      jobs.push([index, id])
    }
  } catch (error) {
    await cancelSdcppJobs(server, jobs)
    throw error
  }
  const { width, height } = source?.size ?? request
  const onSource = source?.mask != null
  return { width, height, seed: request.seed, steps: request.steps, onSource, jobs }
}

/** Cancels the jobs that wait. The server cannot stop the one that it draws; nobody fetches its picture then. */
export async function cancelSdcppJobs(
  server: RemoteServer,
  jobs: SdcppOperation['jobs'],
): Promise<void> {
  for (const [, id] of jobs) {
    await server
      .call(`/sdcpp/v1/jobs/${id}/cancel`, z.unknown(), { method: 'POST', body: {} })
      .catch(() => undefined)
  }
}

/**
 * Waits for the jobs of an operation in their order. The server tells no steps, so progress is counted in whole pictures, with
 * its word on what it is at: a place in its line, or drawing.
 * @throws EngineError `operation_lost` when the server does not know a job; `picture_failed` at the end
 */
export async function followSdcppJobs(
  server: RemoteServer,
  operation: SdcppOperation,
  source: PreparedSource | null,
  { onProgress, onOutput }: FollowHandlers<EngineImage>,
  { signal, patienceMs }: Waiting,
): Promise<void> {
  const { steps, jobs } = operation
  let failure: EngineError | null = null
  for (const [done, [index, id]] of jobs.entries()) {
    const tell = (state: Pick<OperationProgress, 'ahead' | 'begun'>) =>
      onProgress({
        step: done * steps,
        steps: jobs.length * steps,
        fraction: done / jobs.length,
        previews: [],
        ...state,
      })
    tell({ begun: done > 0 })
    try {
      const onState = (job: SdcppJob) =>
        // The line stands behind the one that is being drawn.
        tell(
          job.status === 'queued' && done === 0
            ? { begun: false, ahead: job.queue_position ?? 0 }
            : { begun: true },
        )
      const drawn = await checkImage(
        await waitForJob(server, id, onState, { signal, patienceMs }),
        operation,
      )
      const size = source?.result ?? operation
      await onOutput({
        index,
        data: source ? await source.finish(drawn) : drawn,
        contentType: 'image/png',
        width: size.width,
        height: size.height,
        seed: seedOf(operation.seed, index),
      })
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'picture_failed')) throw error
      failure = error
    }
  }
  if (failure) throw failure
}

async function waitForJob(
  server: RemoteServer,
  id: string,
  /** Called when it is first seen, and whenever its state or its place in the line has changed. */
  onState: (job: SdcppJob) => void,
  { signal, patienceMs }: Waiting,
): Promise<Uint8Array> {
  let last = ''
  let awaySince: number | null = null
  for (;;) {
    signal.throwIfAborted()
    const job = await server
      .call(`/sdcpp/v1/jobs/${id}`, Job, { signal })
      .catch((error: unknown) => {
        if (isUnknown(error)) throw lost(id)
        awaySince ??= performance.now()
        if (!isAway(error) || performance.now() - awaySince > patienceMs) throw error
        return null
      })
    if (!job) {
      await sleep(POLL_MS, undefined, { signal })
      continue
    }
    awaySince = null
    const image = job.result?.images[0]
    if (job.status === 'completed' && image) return Buffer.from(image.b64_json, 'base64')
    if (job.status !== 'queued' && job.status !== 'generating') throw failed(job)
    const state = `${job.status} ${job.queue_position}`
    if (state !== last) onState(job)
    last = state
    await sleep(POLL_MS, undefined, { signal })
  }
}

const isUnknown = (error: unknown) =>
  error instanceof RemoteError && (error.status === 404 || error.status === 410)

function lost(id: string): EngineError {
  return new EngineError('operation_lost', `sd-server knows no job ${id}`, {
    retryable: true,
    userMessage: t('engines.serverRestarted'),
  })
}

function failed(job: SdcppJob): EngineError {
  const message = `sd-server: job ${job.status}: ${job.error?.message ?? 'without a reason'}`
  return new EngineError('picture_failed', message, {
    retryable: true,
    userMessage: t('engines.serverCouldNot'),
  })
}
