import { EngineError, type ImageRequest } from '#server/engines/spec/index.ts'
import { formatDrawnAfter } from '../drawing/parameters-text.ts'
import { drawingOrder } from '../drawing/draw-for-tool.ts'
import type { Kind } from '../kind.ts'
import { randomSeed } from '../seeds.ts'
import { describeTool } from '../tool/describe-tool.ts'
import type { Parameters, Request } from './parameters.ts'
import { priceOfSecond } from './price.ts'
import { resolveVideo } from './resolve-video.ts'

const TITLE = 'Video'
/** Work is counted in frames of the usual rate, whatever a provider delivers. */
const FPS = 24

/** A video of an image, of words, or of both. */
export const video: Kind<Request, Parameters> = {
  type: 'VID',
  title: TITLE,
  pool: 'video',
  unit: 'frame',
  moderation: { prompt: ({ prompt, prompts = [] }) => textOf(prompt, prompts) },
  preview: 'early',
  watermark: false,
  seeds: {
    isFixed: ({ seed }) => seed !== null,
    draw: (parameters) => ({ parameters, seed: parameters.seed ?? randomSeed() }),
  },
  // What is behind a moving subject is made up, and so is all that a service adds.
  sourceType: ({ image, provider }) =>
    image === undefined || provider !== 'BUILT_IN'
      ? 'trainedAlgorithmicMedia'
      : 'compositeWithTrainedAlgorithmicMedia',
  inputs: ({ image }) =>
    image === undefined ? [] : [{ field: 'image', id: image, uploadsOnly: false }],
  resolve: resolveVideo,
  outputs: () => 1,
  price: ({ provider, duration }) => ({
    credits: priceOfSecond(provider) * duration,
    label: `${TITLE}, ${duration} s`,
  }),
  work: ({ duration }) => FPS * duration,
  part: (engine) => engine.video,
  async begin(engine, { parameters, seed, files, beginning }) {
    if (!engine.video || seed === null) throw cannotFilm(engine.name)
    const { provider, prompt = '', prompts, image, model, duration, motion } = parameters
    const { width, height } = parameters
    const keys: ImageRequest[] = []
    if (image === undefined && model !== undefined)
      for (const words of prompts ?? [prompt])
        keys.push(await drawingOrder(engine, { ...parameters, prompt: words }, seed))
    return engine.video.start(
      {
        provider,
        prompt,
        duration,
        motion,
        width,
        height,
        seed,
        ...(files['image'] && { image: files['image'] }),
        ...(keys.length > 0 && { keys }),
      },
      beginning,
    )
  },
  again: ({ model: _model, ...request }, { seed }) => ({ ...request, seed }),
  describe: ({ prompt, prompts = [], ...parameters }, { seed, drawnAfter = [] }, modelHash) => {
    const words = textOf(prompt, prompts)
    return describeTool(
      TITLE,
      {
        Provider: parameters.provider,
        Motion: parameters.motion,
        Seconds: parameters.duration,
        ...(words !== null && { Prompt: JSON.stringify(words) }),
        ...(seed !== null && { Seed: seed }),
        ...(drawnAfter.length > 0 && { 'Drawn after': formatDrawnAfter(drawnAfter) }),
      },
      modelHash,
    )
  },
}

const textOf = (prompt: string | undefined, prompts: readonly string[]): string | null =>
  [...(prompt === undefined ? [] : [prompt]), ...prompts].join('\n') || null

function cannotFilm(engine: string): EngineError {
  return new EngineError('unsupported', `The engine ${engine} makes no videos`, {
    retryable: false,
    userMessage: 'Videos of this provider cannot be made any more.',
  })
}
