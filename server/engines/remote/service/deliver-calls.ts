import type { Outbound } from '#server/platform/outbound-http.ts'
import {
  EngineError,
  type EngineImage,
  type FollowHandlers,
  type ImageSource,
} from '../../spec/index.ts'
import type { Size } from '../check-image.ts'
import { costOf } from './catalogue.ts'
import { fetchRepaint, fetchResult, type ResultFile } from './fetch-result.ts'
import type { IndexedCall, ServiceOperation } from './operation.ts'
import type { ServiceClient } from './service-client.ts'
import { brokenService, workFailed } from './service-error.ts'
import { type WakeUps, type Patience, waitForCall } from './wait-for-call.ts'

/** Dependencies that deliver the work of a service. */
export interface Delivering {
  name: string
  client: ServiceClient
  outbound: Outbound
  wakeUps: WakeUps
  patience: Patience
  hasWebhook: boolean
}

/**
 * Waits for all requests of an operation at once and hands over each result as it comes.
 * @returns what the service bills, millionths of a US dollar
 * @throws EngineError what went wrong with single pictures, after all others have been handed over; everything else at once
 */
export async function deliverCalls(
  service: Delivering,
  work: ServiceOperation,
  { onProgress, onOutput, readSource }: FollowHandlers<EngineImage>,
  signal: AbortSignal,
): Promise<number> {
  const { name, client, outbound } = service
  const total = work.calls.length
  let done = 0
  /** How many are ahead of each call that has been looked at. */
  const places = new Map<string, number | null>()
  const report = () => {
    const ahead = done === 0 && places.size === total ? nearest([...places.values()]) : null
    onProgress({
      step: done,
      steps: total,
      fraction: done / total,
      ...(ahead !== null && { ahead }),
      previews: [],
    })
  }
  /** One after the other: a picture takes memory. */
  let line: Promise<unknown> = Promise.resolve()
  const failures: EngineError[] = []
  let costMicros = 0
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])

  /** Once for all pictures. A failure is one of the pictures, which were made and are billed. */
  let sourceRead: Promise<ImageSource> | undefined
  const sourceOf = () => (sourceRead ??= requireSource(name, readSource))

  async function fetchFrom(url: string): Promise<ResultFile> {
    if (!work.isRepaint) return fetchResult(outbound, url, { service: name, ...work }, either)
    const source = await sourceOf()
    return fetchRepaint(outbound, url, { service: name, source }, either)
  }

  /** @param before what is handed over first */
  async function handOver(
    { index }: IndexedCall,
    url: string,
    seconds: number | null,
    before: Promise<unknown>,
  ): Promise<void> {
    await before
    const bill = (size: Size) => {
      if (work.cost) costMicros += costOf(work.cost, { ...size, seconds })
    }
    const file = await fetchFrom(url).catch((error: unknown) => {
      // It was made, so it is billed; where nobody asked for a size, none is known.
      bill(work.size ?? { width: 0, height: 0 })
      throw error
    })
    either.throwIfAborted()
    await onOutput({
      index,
      ...file,
      contentType: 'image/png',
      seed: work.seed === null ? null : (work.seed + index) % 2 ** 32,
    })
    bill(file)
  }

  async function deliver(call: IndexedCall): Promise<void> {
    try {
      const ended = await waitForCall(client, call, {
        ...service,
        signal: either,
        onRunning({ ahead }) {
          places.set(call.id, ahead)
          report()
        },
      })
      const [url] = ended.files
      if (url === undefined) throw brokenService(name, 'nothing came of a request')
      const turn = handOver(call, url, ended.seconds, line)
      line = turn.catch(() => undefined)
      await turn
    } catch (error) {
      if (!(error instanceof EngineError) || !OF_ONE_PICTURE.has(error.code)) throw error
      failures.push(error)
    }
    done += 1
    report()
  }

  try {
    await Promise.all(work.calls.map(deliver))
  } finally {
    ending.abort()
  }
  // What may succeed another time comes first: the job then goes on with what is missing.
  const failure = failures.find(({ retryable }) => retryable) ?? failures[0]
  if (!failure) return costMicros
  const { code, message, retryable, userMessage } = failure
  throw new EngineError(code, message, { retryable, userMessage, costMicros, cause: failure })
}

/** @throws EngineError `picture_failed` where what was drawn over cannot be had any more */
async function requireSource(
  name: string,
  read: FollowHandlers<EngineImage>['readSource'],
): Promise<ImageSource> {
  const source = await read?.().catch((error: unknown) => {
    throw workFailed(name, `what it was drawn over cannot be read: ${(error as Error).message}`)
  })
  if (!source) throw workFailed(name, 'what it was drawn over is gone')
  return source
}

/** The smallest number of calls ahead; null if one has begun. */
const nearest = (places: readonly (number | null)[]): number | null =>
  places.reduce((best, place) => (best === null || place === null ? null : Math.min(best, place)))

const OF_ONE_PICTURE: ReadonlySet<EngineError['code']> = new Set([
  'picture_failed',
  'content_refused',
])
