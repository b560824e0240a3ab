import type { Answer } from '#contract/endpoint.ts'
import type { GenerationServer, generationServers } from '#contract/generation-servers.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { EngineError, type ImageCapabilities } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { chooseEngine } from './choose-engine.ts'

/** What an engine offers that cannot say what it does. */
const NOTHING: ImageCapabilities = {
  models: [],
  samplers: [],
  features: [],
  minSize: 0,
  maxSize: 0,
  sizeStep: 1,
  maxImages: 0,
  maxSteps: 0,
  stopsAtOnce: false,
}

/** Every engine, what it can do and how it is. */
export async function listServers(engines: EngineRegistry): Promise<GenerationServer[]> {
  const health = new Map((await engines.health()).map((status) => [status.name, status.health]))
  return Promise.all(
    engines.list().map(async (engine) => {
      const can = await engine.capabilities().catch(() => NOTHING)
      const status = health.get(engine.name)
      return {
        name: engine.name,
        state: status?.state ?? 'down',
        load: status?.load ?? 0,
        runs_on: status?.runsOn ?? null,
        models: can.models.map((model) => ({
          id: model.id,
          name: model.name,
          description: model.description,
          hash: model.hash,
          native_size: model.nativeSize,
          max_tokens: model.maxTokens,
          licence: model.licence,
        })),
        samplers: can.samplers,
        features: can.features,
        loras: can.loras ?? [],
        min_size: can.minSize,
        max_size: can.maxSize,
        size_step: can.sizeStep,
        max_images: can.maxImages,
        max_steps: can.maxSteps,
      }
    }),
  )
}

/**
 * How the model reads a text: its length in tokens, and the words that do not reach it.
 * @throws {AppError} `invalid` for an unknown model, `unavailable`
 */
export async function countTokens(
  engines: EngineRegistry,
  request: { text: string; model?: string | undefined },
): Promise<Answer<typeof generationServers.countTokens>> {
  const { engine, model } = await chooseEngine(engines, request.model)
  try {
    const reading = await engine.readPrompt(model.id, request.text)
    return { ...reading, max_tokens: model.maxTokens }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw new AppError('unavailable', error.message, {
      userMessage: error.userMessage,
      cause: error,
    })
  }
}
