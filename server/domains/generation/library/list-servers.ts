import type { Answer } from '#contract/endpoint.ts'
import type {
  GenerationModel,
  GenerationServer,
  generationServers,
} from '#contract/generation-servers.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import {
  type Engine,
  EngineError,
  type EngineRegistry,
  type ImageModel,
} from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { chooseModel } from '../kinds/drawing/choose-model.ts'

/** Every engine, what it can do and how it is. */
export async function listServers(engines: EngineRegistry): Promise<GenerationServer[]> {
  const [statuses, found] = await Promise.all([
    engines.health(),
    Promise.all(engines.list().map(readModels)),
  ])
  const health = new Map(statuses.map((status) => [status.name, status.health]))
  return engines.list().map(({ name }, i) => {
    const models = found[i] ?? []
    const status = health.get(name)
    return {
      name,
      state: status?.state ?? 'down',
      load: status?.load ?? 0,
      runs_on: status?.runsOn ?? null,
      models: models.map(presentModel),
      ...presentTogether(models),
    }
  })
}

/** Asked anew, so that what was just put there or removed shows; an engine that cannot say what it has offers nothing. */
async function readModels({ image }: Engine): Promise<ImageModel[]> {
  return (await image?.models().catch(() => [])) ?? []
}

function presentModel(model: ImageModel): GenerationModel {
  return {
    id: model.id,
    name: model.name,
    description: model.description,
    hash: model.hash,
    native_size: model.nativeSize,
    max_tokens: model.maxTokens,
    licence: model.licence,
    sizes: model.sizes,
    samplers: [...model.samplers],
    features: [...model.features],
    loras: model.loras.map(({ id }) => id),
    max_images: model.maxImages,
    max_steps: model.maxSteps,
    price: model.priceClass,
  }
}

/** What at least one of the models can do. */
function presentTogether(models: readonly ImageModel[]) {
  const samplers = new Set(models.flatMap((model) => model.samplers))
  const loras = new Map(models.flatMap((model) => model.loras).map((lora) => [lora.id, lora]))
  const most = (numbers: number[]) => Math.max(0, ...numbers)
  return {
    samplers: SAMPLERS.filter((name) => samplers.has(name)),
    features: [...new Set(models.flatMap((model) => model.features))],
    loras: [...loras.values()],
    min_size: models.length === 0 ? 0 : Math.min(...models.map(({ sizes }) => sizes.min)),
    max_size: most(models.map(({ sizes }) => sizes.max)),
    size_step: models.length === 0 ? 1 : Math.min(...models.map(({ sizes }) => sizes.step)),
    max_images: most(models.map(({ maxImages }) => maxImages)),
    max_steps: most(models.map(({ maxSteps }) => maxSteps)),
  }
}

/**
 * How the model reads a text: its length in tokens, and the words that do not reach it.
 * @throws {AppError} `invalid` for an unknown model, `unavailable`
 */
export async function countTokens(
  engines: EngineRegistry,
  request: { text: string; model?: string | undefined },
): Promise<Answer<typeof generationServers.countTokens>> {
  const { image, model } = await chooseModel(engines, request.model)
  if (!image.readPrompt)
    throw invalidField('model', 'This model does not tell how it reads a text.')
  try {
    const reading = await image.readPrompt(model.id, request.text)
    return { ...reading, max_tokens: model.maxTokens }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw new AppError('unavailable', error.message, {
      userMessage: error.userMessage,
      cause: error,
    })
  }
}
