import { EngineError, type ImageRequest } from '#server/engines/spec/index.ts'
import { t } from '#server/texts/index.ts'
import { formatDrawnAfter } from '../../format-drawn-after.ts'
import { drawingOrder } from '../drawing/draw-for-tool.ts'
import { readOwnLoras, requireLoras } from '../drawing/require-loras.ts'
import type { Kind } from '../../kind.ts'
import { randomSeed } from '../../seeds.ts'
import { describeTool } from '../tool/describe-tool.ts'
import type { Parameters, Request } from './parameters.ts'
import { priceVideo } from './price.ts'
import { resolveVideo } from './resolve-video.ts'

const TITLE = t('kinds.video')
/** Work is counted in frames of the usual rate, whatever a provider delivers. */
const FPS = 24
const INPUTS = ['image', 'end_image', 'video'] as const

/** A video of an image, of words, or of both. */
export const video: Kind<Request, Parameters> = {
  type: 'VID',
  title: TITLE,
  inSentence: t('kinds.videoInSentence'),
  pool: () => 'video',
  inBatches: false,
  unit: 'frame',
  moderation: { prompt: ({ prompt, prompts = [] }) => textOf(prompt, prompts) },
  likeness: 'remade',
  preview: 'early',
  watermark: false,
  seeds: {
    isFixed: ({ seed }) => seed !== null,
    draw: (parameters) => ({ parameters, seed: parameters.seed ?? randomSeed() }),
  },
  // What is behind a moving subject is made up, and so is all that a service adds.
  sourceType: ({ image, video: extended, provider }) =>
    (image ?? extended) === undefined || provider !== 'BUILT_IN'
      ? 'trainedAlgorithmicMedia'
      : 'compositeWithTrainedAlgorithmicMedia',
  inputs: (asked) =>
    INPUTS.flatMap((field) => {
      const id = asked[field]
      return id === undefined ? [] : [{ field, id, uploadsOnly: false, video: field === 'video' }]
    }),
  resolve: resolveVideo,
  outputs: () => 1,
  price: (parameters) => priceVideo(parameters, parameters),
  work: ({ duration }) => FPS * duration,
  part: (engine) => engine.video,
  async begin(engine, { parameters, seed, files, urls, videos, beginning, readOwnLora }) {
    if (!engine.video || seed === null) throw cannotFilm(engine.name)
    const { provider, prompt = '', prompts, image, model, duration, motion, lora } = parameters
    const { width, height } = parameters
    const keys: ImageRequest[] = []
    if (image === undefined && model !== undefined) {
      const loras = await readOwnLoras(
        readOwnLora,
        lora === undefined ? [] : [{ model: lora, weight: 1 }],
      )
      if (engine.image) await requireLoras(engine.image, model, loras)
      for (const words of prompts ?? [prompt])
        keys.push(await drawingOrder(engine, { ...parameters, prompt: words }, seed, loras))
    }
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
        ...(urls['image'] && { imageUrl: urls['image'] }),
        ...(files['end_image'] && { endImage: files['end_image'] }),
        ...(urls['end_image'] && { endImageUrl: urls['end_image'] }),
        ...(videos['video'] && { extended: videos['video'] }),
        ...(keys.length > 0 && { keys }),
      },
      beginning,
    )
  },
  again: ({ model: _model, lora: _lora, shot, ...request }, { seed }) => ({
    ...request,
    ...(shot !== undefined && { prompt: shot }),
    seed,
  }),
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
    userMessage: t('jobs.providerGone'),
  })
}
