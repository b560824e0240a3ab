import type { DrawingRequest } from '#contract/generation-request.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { t } from '#server/texts/index.ts'
import type { Kind } from '../../kind.ts'
import { randomSeed } from '../../seeds.ts'
import { buildEngineRequest, buildSource } from './build-engine-request.ts'
import { keepsPixels } from './output-size.ts'
import { type DrawingParameters, parametersOfPicture } from './parameters.ts'
import { formatParametersText } from './parameters-text.ts'
import { priceDrawing } from './price-drawing.ts'
import { readOwnLoras, requireLoras } from './require-loras.ts'
import { resolveDrawing } from './resolve-drawing.ts'
import { findStandIns } from './stand-ins.ts'
import { workUnits } from './work-units.ts'

/** What all kinds that draw from a prompt have in common. */
export const drawing: Omit<
  Kind<DrawingRequest, DrawingParameters>,
  'type' | 'title' | 'inSentence' | 'inputs'
> = {
  pool: () => 'drawing',
  inBatches: true,
  unit: 'step',
  moderation: {
    prompt: ({ prompt }) => prompt,
    negative: ({ negative_prompt }) => negative_prompt,
  },
  likeness: 'remade',
  preview: 'early',
  watermark: true,
  seeds: {
    isFixed: ({ seed, variation_seed, variation_strength }) =>
      seed !== null && (variation_strength === undefined || variation_seed !== undefined),
    draw(parameters) {
      const { seed, variation_strength, variation_seed } = parameters
      return {
        seed: seed ?? randomSeed(),
        // A variation without a seed of its own leads to a random one, which is kept so that it can be made again.
        parameters:
          variation_strength === undefined
            ? parameters
            : { ...parameters, variation_seed: variation_seed ?? randomSeed() },
      }
    },
  },
  // Repainted in part, or with pixels around it, the rest is as it was.
  sourceType: (parameters) =>
    keepsPixels(parameters) ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia',
  resolve: resolveDrawing,
  outputs: ({ num_images }) => num_images,
  price: (parameters) => priceDrawing(parameters),
  work: workUnits,
  part: ({ image }) => image,
  source: (parameters, files) => buildSource(parameters, files),
  standIns: findStandIns,
  async begin(engine, order) {
    if (!engine.image) throw cannotDraw(engine.name)
    const request = buildEngineRequest(order)
    const loras = await readOwnLoras(order.readOwnLora, request.loras)
    await requireLoras(engine.image, request.model, loras)
    return engine.image.start({ ...request, loras }, order.beginning)
  },
  again(parameters, picture) {
    // The hashes are in the text; a request names LoRAs alone.
    const { lora_hashes: _hashes, ...request } = parametersOfPicture(parameters, picture)
    return request
  },
  describe: (parameters, picture, modelHash) =>
    formatParametersText(
      parametersOfPicture(parameters, picture),
      modelHash ?? '',
      picture.drawnAfter,
    ),
}

function cannotDraw(engine: string): EngineError {
  return new EngineError('unsupported', `The engine ${engine} draws no images`, {
    retryable: false,
    userMessage: t('jobs.modelGone'),
  })
}
