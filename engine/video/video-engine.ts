import { createHash, randomUUID } from 'node:crypto'
import { VIDEO_MOTIONS } from '#contract/jobs/video.ts'
import { VIDEO_FACTS } from '#contract/tool-facts.ts'
import {
  type DrawnAfter,
  EngineError,
  type EngineOperation,
  type EngineVideo,
  type FollowHandlers,
  type ImageEngine,
  type ImageRequest,
  type OperationResult,
  type VideoEngine,
  type VideoModel,
  type VideoRequest,
} from '#lib/engine-spec/index.ts'
import { hashFiles } from '../vision/tool-models.ts'
import { frameCount } from './render-video.ts'
import { keepSegments } from './kept-segments.ts'
import { createRenderer, type RendererOptions } from './renderer.ts'
import { reason } from '../reason.ts'

export interface BuiltinVideoEngine extends VideoEngine {
  /** Pieces of work that run or wait. */
  load(): number
  dispose(): Promise<void>
}

const DURATIONS = [4, 2, 3, 5, 6, 7, 8]

/** Videos that may be asked for. */
const MODEL: Omit<VideoModel, 'hash'> = {
  provider: 'BUILT_IN',
  name: 'Atelier Motion',
  durations: DURATIONS,
  sizes: [
    { width: 768, height: 768 },
    { width: 1024, height: 576 },
    { width: 576, height: 1024 },
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
    { width: 512, height: 512 },
    { width: 1024, height: 1024 },
  ],
  freeSize: { min: 512, max: 1024, step: 8 },
  motions: ['push_in', ...VIDEO_MOTIONS.filter((motion) => motion !== 'push_in')],
  prompt: 'optional',
  image: 'optional',
  maxPrompts: 4,
  endFrame: { durations: DURATIONS },
  // Around its last frame there is nothing that a camera could draw back to.
  extend: {
    durations: DURATIONS,
    motions: ['push_in', ...VIDEO_MOTIONS.filter((one) => one !== 'push_in' && one !== 'pull_out')],
    prompt: 'none',
    endFrame: true,
  },
}

const FILES = ['background-removal/u2netp.onnx', 'frame-interpolation/model.onnx']

/** The way in which videos are made, beside networks that were added. */
const OWN_WORK = { name: VIDEO_FACTS.model, licence: VIDEO_FACTS.licence }
/** Share of the progress that drawing each key image is. */
const DRAWING = 0.12

interface Work {
  request: VideoRequest
  key: string
  rendering: boolean
  drawing: EngineOperation | null
  isCancelled: boolean
  isFollowed: boolean
}

/**
 * Brings an image to life on this machine's processor. Key images that are to be drawn first are the work of `image`; all
 * else runs in a process of its own. What is finished is kept on disk, so that another attempt goes on from there.
 */
export function createVideoEngine(
  name: string,
  image: ImageEngine,
  options: RendererOptions,
): BuiltinVideoEngine {
  const renderer = createRenderer(options)
  const works = new Map<string, Work>()
  let listed: Promise<VideoModel[]> | null = null

  async function drawKey(
    work: Work,
    request: ImageRequest,
    onFraction: (fraction: number) => void,
  ): Promise<{ picture: Uint8Array; drawnAfter: readonly DrawnAfter[] } | null> {
    const operation = await image.start(request)
    work.drawing = operation
    if (work.isCancelled) await image.cancel(operation)
    const drawn: { picture: Uint8Array; drawnAfter: readonly DrawnAfter[] }[] = []
    await image.follow(operation, {
      onProgress: ({ fraction }) => onFraction(fraction),
      async onOutput({ data, drawnAfter = [] }) {
        drawn.push({ picture: data, drawnAfter })
      },
    })
    work.drawing = null
    return work.isCancelled ? null : (drawn[0] ?? null)
  }

  async function follow(
    id: string,
    work: Work,
    { onProgress, onOutput }: FollowHandlers<EngineVideo>,
  ): Promise<OperationResult> {
    const began = performance.now()
    const { request } = work
    const kept = keepSegments(options.folder, work.key)
    const steps = frameCount(request)
    const orders = request.keys ?? []
    const { image: given, endImage, extended } = request
    const first = given ?? extended?.lastFrame ?? undefined
    const keys = [first, endImage].filter((key) => key !== undefined)
    const drawnAfter: DrawnAfter[] = []
    const before = DRAWING * orders.length
    for (const [index, order] of orders.entries()) {
      const known = await kept.readKey(index)
      if (known) {
        keys.push(known.picture)
        drawnAfter.push(...known.drawnAfter)
        continue
      }
      const drawn = await drawKey(work, order, (fraction) =>
        onProgress({ step: 0, steps, fraction: DRAWING * (index + fraction), previews: [] }),
      )
      if (!drawn) return { outcome: 'cancelled', engineMs: performance.now() - began }
      await kept.addKey(index, drawn)
      keys.push(drawn.picture)
      drawnAfter.push(...drawn.drawnAfter)
    }
    const { motion, duration, width, height, seed } = request
    renderer.add({
      id,
      key: work.key,
      order: { keys, motion, duration, width, height, ...(extended && { before: extended }) },
    })
    work.rendering = true
    if (work.isCancelled) renderer.cancel(id)
    const result = await renderer.follow(id, {
      onProgress: (progress) =>
        onProgress({ ...progress, fraction: before + (1 - before) * progress.fraction }),
      onOutput: (video) =>
        work.isCancelled
          ? Promise.resolve()
          : onOutput({ ...video, seed, drawnAfter, madeBy: [OWN_WORK, ...(video.madeBy ?? [])] }),
    })
    if (result.outcome === 'succeeded') await kept.remove()
    return { ...result, engineMs: performance.now() - began }
  }

  async function stop(id: string, work: Work): Promise<void> {
    work.isCancelled = true
    if (work.drawing) await image.cancel(work.drawing)
    if (work.rendering) renderer.cancel(id)
  }

  return {
    stopsAtOnce: true,
    models() {
      listed ??= hashFiles(FILES).then((hash) => (hash === null ? [] : [{ ...MODEL, hash }]))
      return listed
    },
    async start(request, beginning) {
      const id = randomUUID()
      const key = beginning ? createHash('sha256').update(beginning.key).digest('hex') : id
      works.set(id, {
        request,
        key,
        drawing: null,
        rendering: false,
        isCancelled: false,
        isFollowed: false,
      })
      return { engine: name, id }
    },
    async follow({ id }, handlers) {
      const work = works.get(id)
      if (!work) throw lost()
      work.isFollowed = true
      try {
        return await follow(id, work, handlers)
      } catch (error) {
        await stop(id, work)
        throw error
      } finally {
        works.delete(id)
      }
    },
    async cancel({ id }) {
      const work = works.get(id)
      if (!work) return
      if (!work.isFollowed) works.delete(id)
      await stop(id, work)
    },
    load: () => renderer.load(),
    dispose: () => renderer.dispose(),
  }
}

function lost(): EngineError {
  return new EngineError('operation_lost', 'This process began no such video', {
    retryable: true,
    userMessage: reason('engines.restartedVideo'),
  })
}
