import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { checkImage } from '../remote/check-image.ts'
import { RemoteError, unreadable } from '../remote/remote-error.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import { LAST_PREVIEW, renderPreview } from '../remote/render-preview.ts'
import { EngineError, type EngineImage, type FollowHandlers } from '../spec/index.ts'
import { seedOf } from '../remote/request-sizes.ts'
import { buildSdapiCall, type Found } from './build-call.ts'
import { t } from '#server/texts/index.ts'

const Drawn = z.object({
  images: z.array(z.string()),
  /** JSON in a string, as A1111 has it. */
  info: z.string().nullish(),
})
const Info = z.object({
  sd_model_name: z.string().nullish(),
  sd_model_hash: z.string().nullish(),
  index_of_first_image: z.number().int().nullish(),
})
const Progress = z.object({
  progress: z.number(),
  state: z.object({ interrupted: z.boolean().optional(), sampling_step: z.number().optional() }),
  current_image: z.string().nullish(),
  current_task: z.string().nullish(),
})
const Task = z.object({ active: z.boolean(), queued: z.boolean(), completed: z.boolean() })

/** The domain ends a job that takes too long; this only keeps a dead connection from being waited for for ever. */
const DRAW_MS = 2 * 60 * 60_000
const POLL_MS = 1_000
const POLL_TIMEOUT_MS = 5_000
/** How long a request that waits in the server's line is watched after it was cancelled. */
const STOP_FOR_MS = 10 * 60_000

export interface SdapiDrawing extends Found {
  server: RemoteServer
  id: string
  /** Told which task the server draws, so that it can be stopped. */
  task: { current: string | null }
}

export const taskIdOf = (id: string, index: number) => `${id}-${index}`

/**
 * Draws the pictures of a request one after the other, each by a call that stays open until it is done.
 * @throws EngineError; `picture_failed` after all others have been handed over
 */
export async function drawBySdapi(
  drawing: SdapiDrawing,
  { onProgress, onOutput }: FollowHandlers<EngineImage>,
  signal: AbortSignal,
): Promise<void> {
  const { request } = drawing
  const steps = request.steps * request.indexes.length
  let failure: EngineError | null = null
  for (const [done, index] of request.indexes.entries()) {
    const report = (fraction: number, preview: string | null) => {
      const step = (done + Math.min(1, fraction)) * request.steps
      onProgress({
        step: Math.floor(step),
        steps,
        fraction: step / steps,
        previews: preview === null ? [] : [{ index, url: preview }],
      })
    }
    try {
      const data = await drawOne(drawing, index, report, signal)
      const size = drawing.source?.result ?? request
      await onOutput({
        index,
        data,
        contentType: 'image/png',
        width: size.width,
        height: size.height,
        seed: seedOf(request.seed, index),
      })
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'picture_failed')) throw error
      failure = error
    }
    report(1, null)
  }
  if (failure) throw failure
}

async function drawOne(
  drawing: SdapiDrawing,
  index: number,
  report: (fraction: number, preview: string | null) => void,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { server, request, source } = drawing
  const taskId = taskIdOf(drawing.id, index)
  drawing.task.current = taskId
  const { path, body } = buildSdapiCall(drawing, index, taskId)
  const polling = new AbortController()
  const polled = pollProgress({ ...drawing, taskId }, report, polling.signal)
  try {
    const answer = await server.call(path, Drawn, { body, timeoutMs: DRAW_MS, signal })
    const image = answer.images[checkInfo(drawing, answer.info)]
    // Somebody at the server's own page may have stopped it: what came is unfinished.
    if (image === undefined || polled.wasInterrupted())
      throw unreadable('The server', 'was interrupted')
    const size = source?.size ?? request
    const checked = await checkImage(Buffer.from(image, 'base64'), size)
    return source ? await source.finish(checked) : checked
  } finally {
    polling.abort()
    drawing.task.current = null
  }
}

/**
 * Refuses a picture of another model: A1111 draws with the one that is loaded when it does not know the name.
 * @returns the place of the first picture; a server may put a grid before it
 */
function checkInfo({ model }: Found, info: string | null | undefined): number {
  if (!info) return 0
  let parsed: z.infer<typeof Info>
  try {
    parsed = Info.parse(JSON.parse(info))
  } catch (error) {
    throw unreadable('The server', 'described its image in a way that cannot be read', {
      cause: error,
    })
  }
  const { sd_model_name: name, sd_model_hash: hash } = parsed
  const isSame =
    !name ||
    name === model.model.id ||
    model.title.startsWith(name) ||
    (!!hash && model.title.includes(hash))
  if (!isSame) {
    throw new EngineError('model_missing', `The server drew with ${name}, not ${model.title}`, {
      retryable: true,
      userMessage: t('engines.modelLeftServer'),
    })
  }
  return parsed.index_of_first_image ?? 0
}

/** Asks for progress until it is told to end; a question that fails is only a question. */
function pollProgress(
  { server, request, taskId }: SdapiDrawing & { taskId: string },
  report: (fraction: number, preview: string | null) => void,
  signal: AbortSignal,
): { wasInterrupted(): boolean } {
  let interrupted = false
  const poll = async () => {
    while (!signal.aborted) {
      await sleep(POLL_MS, undefined, { signal })
      const now = await server
        .call('/sdapi/v1/progress', Progress, { timeoutMs: POLL_TIMEOUT_MS, signal })
        .catch(() => null)
      // It is of whatever the server draws now, which may be somebody else's.
      const isOurs = now && (now.current_task == null || now.current_task === taskId)
      if (!isOurs || signal.aborted) continue
      interrupted = now.state.interrupted === true
      const shown =
        now.progress <= LAST_PREVIEW && now.current_image
          ? await renderPreview(Buffer.from(now.current_image, 'base64'), request)
          : null
      if (!signal.aborted) report(now.progress, shown)
    }
  }
  poll().catch(() => undefined)
  return { wasInterrupted: () => interrupted }
}

/**
 * Stops a task on the server, and only that one: a server's interrupt stops whatever it draws, so it is sent when the
 * server says that this is the task, and not before. A server that cannot say which task it draws is left alone.
 */
export async function stopTask(server: RemoteServer, taskId: string): Promise<void> {
  const until = Date.now() + STOP_FOR_MS
  try {
    while (Date.now() < until) {
      const state = await stateOf(server, taskId)
      if (state === 'active') {
        await server.call('/sdapi/v1/interrupt', z.unknown(), { method: 'POST', body: {} })
        return
      }
      if (state === 'gone') return
      await sleep(POLL_MS, undefined, { ref: false })
    }
  } catch {
    // A server that is away has stopped by itself.
  }
}

async function stateOf(
  server: RemoteServer,
  taskId: string,
): Promise<'active' | 'queued' | 'gone'> {
  try {
    const task = await server.call('/internal/progress', Task, {
      body: { id_task: taskId, id_live_preview: -1, live_preview: false },
      timeoutMs: POLL_TIMEOUT_MS,
    })
    return task.active ? 'active' : task.queued ? 'queued' : 'gone'
  } catch (error) {
    // Without its page a server has only the other call (`--nowebui`).
    if (!(error instanceof RemoteError) || error.status !== 404) throw error
    const { current_task: current } = await server.call('/sdapi/v1/progress', Progress)
    return current === taskId ? 'active' : 'gone'
  }
}
