import sharp from 'sharp'
import { ADDED_VIDEO } from '#contract/jobs/video.ts'
import { saidDuration, startsFromImage } from '#contract/service-model-ways.ts'
import { t } from '#server/texts/index.ts'
import { EngineError, type VideoRequest } from '../../spec/index.ts'
import { refuseFarAspect } from '../proportions.ts'
import { fitFrame } from '../video/fit-frame.ts'
import type { Catalogue } from './catalogue.ts'
import { fillInput, nearestAspect } from './fill-input.ts'
import type { OrderPlan, Upload } from './plan-order.ts'

/** Some models take no more than 31 bits. */
const SEED_LIMIT = 2 ** 31
/** Edge of the first frame that is kept with the work, pixels. */
const STILL_EDGE = 512

/**
 * The request that an order of a video becomes at a service.
 * @throws EngineError `model_missing`, `unsupported`
 */
export async function planVideo(
  catalogue: Catalogue,
  request: VideoRequest,
  upload: Upload,
): Promise<OrderPlan> {
  const id = request.provider.slice(ADDED_VIDEO.length + 1)
  const entry = catalogue[id]
  if (entry?.does !== 'video') throw missing(id)
  const { prompt, duration, width, height, seed } = request
  const frame = request.image ? await fitFrame(request.image, request) : null
  const way = frame && !startsFromImage(entry) ? entry.fromImage : entry
  if (!way || (!frame && startsFromImage(entry))) throw unsupported(id)
  const size = { width, height }
  const aspect = entry.aspects && nearestAspect(entry.aspects, size)
  if (aspect !== undefined && Object.values(way.input).includes('$aspect'))
    refuseFarAspect(id, aspect, size)
  const still =
    frame &&
    (await sharp(frame).resize(STILL_EDGE, STILL_EDGE, { fit: 'inside' }).jpeg().toBuffer())
  const input = fillInput(way.input, {
    prompt,
    duration: saidDuration(entry, duration),
    ...size,
    size,
    pixels: `${width}x${height}`,
    aspect,
    seed: seed % SEED_LIMIT,
    image: frame ? await upload(frame, 'image/jpeg') : undefined,
  })
  return {
    model: id,
    cost: entry.cost,
    seed,
    size: null,
    fit: 'exact',
    video: { seconds: duration, still: still && still.toString('base64') },
    endpoint: way.endpoint,
    inputs: [{ index: 0, input }],
  }
}

function missing(model: string): EngineError {
  return new EngineError('model_missing', `The service offers no ${model}`, {
    retryable: true,
    userMessage: t('engines.modelNotNow'),
  })
}

function unsupported(model: string): EngineError {
  return new EngineError('unsupported', `${model} makes no video of this`, {
    retryable: false,
    userMessage: t('engines.notWithModel'),
  })
}
