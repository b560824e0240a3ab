/** The program of the process in which the networks run. It draws one request at a time, in the order in which they come. */
import { drawPictures } from '../diffusion/draw-pictures.ts'
import { COMPANIONS } from '../companions.ts'
import { liveWithServer } from './live-with-server.ts'
import { createModelCache } from './model-cache.ts'
import type { EngineSource, ModelVersion } from '../diffusion/loaded-model.ts'
import { scorePicture } from '../safety/score-picture.ts'
import { toPlainError } from './worker-errors.ts'
import type { FromWorker, ToWorker } from './worker-protocol.ts'

const models = createModelCache(
  {
    ...(JSON.parse(process.argv[2] ?? '') as EngineSource),
    onFallback: (problem) => send({ type: 'fallback', problem }),
  },
  COMPANIONS,
)
/** Requests that are being drawn or wait for it. */
const stops = new Map<string, AbortController>()
let last: Promise<void> = Promise.resolve()

liveWithServer()

process.on('message', (message: ToWorker) => {
  if (message.type === 'stop') stops.get(message.id)?.abort()
  else if (message.type === 'classify') void classify(message)
  else if (message.type === 'warm-up') last = last.then(() => warmUp(message.model))
  else {
    const stop = new AbortController()
    stops.set(message.id, stop)
    last = last.then(() => draw(message, stop))
  }
})

async function warmUp(version: ModelVersion): Promise<void> {
  try {
    const { enlarger } = await models.load(version)
    await enlarger.load()
    send({ type: 'warm' })
  } catch (error) {
    send({ type: 'warm-up-failed', error: toPlainError(error) })
  }
}

async function classify({ id, picture }: Extract<ToWorker, { type: 'classify' }>): Promise<void> {
  try {
    send({ type: 'classified', id, scores: await scorePicture(picture) })
  } catch (error) {
    send({ type: 'not-classified', id, error: toPlainError(error) })
  }
}

async function draw(
  { id, request, model }: Extract<ToWorker, { type: 'draw' }>,
  stop: AbortController,
): Promise<void> {
  const began = performance.now()
  try {
    await drawPictures(await models.load(model), request, {
      signal: stop.signal,
      onProgress: (progress) => send({ type: 'progress', id, progress }),
      onImage: (image) => send({ type: 'image', id, image }),
    })
    send({ type: 'ended', id, engineMs: performance.now() - began })
  } catch (error) {
    if (stop.signal.aborted) send({ type: 'ended', id, engineMs: performance.now() - began })
    else send({ type: 'failed', id, error: toPlainError(error) })
  } finally {
    stops.delete(id)
  }
}

function send(message: FromWorker): void {
  process.send?.(message)
}
