import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import { type Outbound, OutboundError } from '#server/platform/outbound-http.ts'
import { t } from '#server/texts/index.ts'
import type {
  Engine,
  ExtendedVideo,
  EngineVideo,
  OperationResult,
  VideoEngine,
} from '../spec/index.ts'
import type { CallState } from '../remote/service/call-state.ts'
import { ServiceError, workFailed, workLost } from '../remote/service/service-error.ts'
import { createWakeUps, type Patience, waitForCall } from '../remote/service/wait-for-call.ts'
import { findStills } from '../remote/video/find-stills.ts'
import { fitFrame } from '../remote/video/fit-frame.ts'
import { type Mp4Facts, readMp4 } from '../remote/video/read-mp4.ts'
import type { VideoClient, VideoState } from './video-client.ts'

export interface VideoServiceOptions {
  name: string
  client: VideoClient
  /** Fetches results; closed with the engine. */
  outbound: Outbound
  /** Whether the service tells when work has ended. */
  hasWebhook: boolean
  patience?: Partial<Patience>
}

const USUAL: Patience = { pollMs: 5_000, pollBesideWebhookMs: 10_000, awayMs: 300_000 }
const FETCH_MS = 300_000
const MOST_BYTES = 512 * 1024 ** 2

/** The request at the service, with all that is needed to finish it in another process. */
const Work = z.object({
  id: z.string(),
  provider: z.string(),
  endsOnImage: z.boolean().default(false),
  /** Seconds of the video that is extended; 0: none is. */
  before: z.number().default(0),
  seconds: z.number(),
  seed: z.number(),
  /** The first frame, small, as JPEG in base64: it stands for the video where nobody can look inside. */
  image: z.string().nullable(),
})

/**
 * An engine whose videos are made by a service: begun there, looked at until they end (webhooks only make that sooner), and
 * copied to here at once, for their addresses expire.
 */
export function createVideoServiceEngine(options: VideoServiceOptions): Engine {
  const { name, client, outbound, hasWebhook } = options
  const patience = { ...USUAL, ...options.patience }
  const wakeUps = createWakeUps()
  const followed = new Map<string, AbortController>()

  /** Waits until the video is there. */
  async function wait(id: string, signal: AbortSignal, onRunning: () => void) {
    let done: Extract<VideoState, { state: 'done' }> | undefined
    const reader = {
      async read(): Promise<CallState> {
        const now = await client.read(id, signal)
        if (now.state === 'running') return { ...now, ahead: null }
        done = now
        return { state: 'done', files: [now.url], text: null, seconds: null }
      },
    }
    const call = { endpoint: name, id }
    const { files } = await waitForCall(reader, call, {
      wakeUps,
      patience,
      hasWebhook,
      signal,
      onRunning,
    })
    return { url: files[0] ?? '', costMicros: done?.costMicros, continuation: done?.continuation }
  }

  const video: VideoEngine = {
    // A restart must not end what the service goes on with.
    stopsAtOnce: false,
    imagesGoTo: name,
    models: async () =>
      client.models.map(
        ({ endFrameCostMicros: _end, extendCostMicros: _extend, ...model }) => model,
      ),
    async start(request, beginning) {
      const fit = async (file?: Uint8Array) => (file ? fitFrame(file, request) : null)
      const [image, endImage] = [await fit(request.image), await fit(request.endImage)]
      const key = createHash('sha256')
        .update(beginning?.key ?? crypto.randomUUID())
        .digest('hex')
        .slice(0, 40)
      const { keys: _keys, image: _image, endImage: _end, extended, ...order } = request
      const id = await client.start({
        ...order,
        image,
        endImage,
        extended: extended ? { id: makersId(extended), file: extended.file } : null,
        key,
        begunSince: beginning?.begunSince ?? null,
      })
      const first = image ?? extended?.firstFrame
      const small =
        first && (await sharp(first).resize(512, 512, { fit: 'inside' }).jpeg().toBuffer())
      const work: z.infer<typeof Work> = {
        id,
        provider: request.provider,
        endsOnImage: endImage !== null,
        seconds: request.duration,
        seed: request.seed,
        before: extended?.duration ?? 0,
        image: small ? small.toString('base64') : null,
      }
      return { engine: name, id: JSON.stringify(work) }
    },
    async follow(operation, { onProgress, onOutput }): Promise<OperationResult> {
      const work = readWork(operation.id)
      if (!work) throw workLost(name, operation.id)
      const stop = new AbortController()
      followed.set(work.id, stop)
      const began = performance.now()
      const took = () => performance.now() - began
      try {
        const { url, costMicros, continuation } = await wait(work.id, stop.signal, () =>
          onProgress({ step: 0, steps: work.seconds, fraction: 0.05, previews: [] }),
        )
        const { data, facts } = await fetchVideo(outbound, name, url, stop.signal)
        const still = work.image === null ? null : Buffer.from(work.image, 'base64')
        const made: EngineVideo = {
          ...facts,
          index: 0,
          data,
          contentType: 'video/mp4',
          stills: await findStills(data, facts, still),
          seed: work.seed,
          ...(work.before > 0 && { added: addedTo(work, facts, name) }),
          ...(continuation && { continuation }),
        }
        stop.signal.throwIfAborted()
        await onOutput(made)
        const usual = Math.round(usualCost(client, work) * work.seconds)
        return { outcome: 'succeeded', engineMs: took(), costMicros: costMicros ?? usual }
      } catch (error) {
        if (stop.signal.aborted) return { outcome: 'cancelled', engineMs: took() }
        throw error
      } finally {
        followed.delete(work.id)
      }
    },
    async cancel(operation) {
      const work = readWork(operation.id)
      if (!work || !client.cancel) return
      // Work that has ended already is no failure.
      await client.cancel(work.id).catch(() => undefined)
      followed.get(work.id)?.abort()
    },
  }

  const { receive } = client
  /** Some services name a request without the path that it was begun at. */
  function wake(id: string): void {
    for (const own of followed.keys()) if (own === id || own.endsWith(`/${id}`)) wakeUps.wake(own)
  }

  return {
    name,
    video,
    ...(receive && { webhooks: { receive, wake } }),
    health: async () => ({ state: 'ready', detail: null, load: followed.size }),
    async dispose() {
      for (const stop of followed.values()) stop.abort()
      await outbound.close()
    },
  }
}

/** What the maker knows a video by; empty where its file is enough. */
const makersId = ({ continuation }: ExtendedVideo): string =>
  continuation.by === 'maker' ? continuation.id : ''

/** Seconds that are about the same to a service. */
const NEAR = 1

/**
 * Seconds that a service added to a video. It hands out the whole: a file as long as what was asked for alone is only the new
 * part, which nobody ordered.
 */
function addedTo(
  { before, seconds }: z.infer<typeof Work>,
  { duration }: Mp4Facts,
  service: string,
): number {
  const isNear = (length: number) => Math.abs(duration - length) <= NEAR
  if (duration > before && (isNear(before + seconds) || !isNear(seconds))) return duration - before
  throw new ServiceError('picture_failed', `${service}: the old part is missing`, {
    status: null,
    retryable: false,
    userMessage: t('engines.onlyAPart'),
  })
}

function readWork(id: string): z.infer<typeof Work> | null {
  try {
    return Work.safeParse(JSON.parse(id)).data ?? null
  } catch {
    return null
  }
}

/** Millionths of a US dollar a second. */
function usualCost(
  { models }: VideoClient,
  { provider, endsOnImage, before }: z.infer<typeof Work>,
): number {
  const model = models.find((one) => one.provider === provider)
  const otherwise = before > 0 ? model?.extendCostMicros : model?.endFrameCostMicros
  return (before > 0 || endsOnImage ? otherwise : undefined) ?? model?.costMicros ?? 0
}

async function fetchVideo(
  outbound: Outbound,
  service: string,
  url: string,
  signal: AbortSignal,
): Promise<{ data: Buffer; facts: Mp4Facts }> {
  const broken = (detail: string) => workFailed(service, `its video cannot be used: ${detail}`)
  const answer = await outbound
    .send(url, { timeoutMs: FETCH_MS, maxBytes: MOST_BYTES, signal })
    .catch((error: unknown) => {
      signal.throwIfAborted()
      throw broken(error instanceof OutboundError ? error.message : 'failed')
    })
  if (answer.status !== 200) throw broken(`${answer.status}`)
  try {
    return { data: answer.bytes, facts: readMp4(answer.bytes) }
  } catch (error) {
    throw broken((error as Error).message)
  }
}
