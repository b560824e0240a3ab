import { EngineError, type EngineVideo, type FollowHandlers } from '../../spec/index.ts'
import { findStills } from '../video/find-stills.ts'
import { type Mp4Facts, readMp4 } from '../video/read-mp4.ts'
import { toMp4 } from '../video/to-mp4.ts'
import { costOf } from './catalogue.ts'
import type { Delivering } from './deliver-calls.ts'
import { fetchFile } from './fetch-result.ts'
import type { ServiceOperation } from './operation.ts'
import { brokenService, workFailed } from './service-error.ts'
import { waitForCall } from './wait-for-call.ts'

const FETCH_MS = 300_000
const MOST_BYTES = 512 * 1024 ** 2
/** Shown while a service is at work, which tells no steps. */
const BEGUN = 0.05

/**
 * Waits for a video and hands it over.
 * @returns what the service bills, millionths of a US dollar
 * @throws EngineError
 */
export async function deliverVideo(
  service: Delivering,
  work: ServiceOperation,
  { onProgress, onOutput }: FollowHandlers<EngineVideo>,
  signal: AbortSignal,
): Promise<number> {
  const { name, client } = service
  const [call] = work.calls
  const { seconds, still } = work.video ?? { seconds: 0, still: null }
  if (!call) throw brokenService(name, 'a video has no request')
  const { files, seconds: computeSeconds } = await waitForCall(client, call, {
    ...service,
    signal,
    onRunning: ({ ahead }) =>
      onProgress({
        step: 0,
        steps: seconds,
        fraction: BEGUN,
        ...(ahead !== null && { ahead }),
        previews: [],
      }),
  })
  const [url] = files
  if (url === undefined) throw brokenService(name, 'nothing came of a request')
  const bill = (size: { width: number; height: number }) =>
    work.cost ? costOf(work.cost, { ...size, seconds, computeSeconds }) : 0
  const made = await fetchVideo(service, url, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    // It was made, so it is billed.
    throw withCost(error, bill({ width: 0, height: 0 }))
  })
  const first = still === null ? null : Buffer.from(still, 'base64')
  const stills = await findStills(made.data, made.facts, first).catch((error: unknown) => {
    throw withCost(error, bill(made.facts))
  })
  signal.throwIfAborted()
  await onOutput({
    ...made.facts,
    index: 0,
    data: made.data,
    contentType: 'video/mp4',
    stills,
    seed: work.seed,
  })
  return bill(made.facts)
}

async function fetchVideo(
  { name, outbound }: Delivering,
  url: string,
  signal: AbortSignal,
): Promise<{ data: Buffer; facts: Mp4Facts }> {
  const file = await fetchFile(outbound, url, {
    service: name,
    maxBytes: MOST_BYTES,
    timeoutMs: FETCH_MS,
    signal,
  })
  try {
    const data = await toMp4(file)
    return { data, facts: readMp4(data) }
  } catch (error) {
    throw workFailed(name, `its video cannot be used: ${(error as Error).message}`)
  }
}

function withCost(error: unknown, costMicros: number): unknown {
  if (!(error instanceof EngineError)) return error
  const { code, message, retryable, userMessage } = error
  return new EngineError(code, message, { retryable, userMessage, costMicros, cause: error })
}
