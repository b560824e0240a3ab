import type { Answer } from '#contract/endpoint.ts'
import type { generationServers } from '#contract/generation-servers.ts'
import { EngineError, type EngineRegistry } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { OwnLoras } from '../deps.ts'
import { chooseModel } from './choose-model.ts'
import { defaultsOf } from './model-defaults.ts'
import { understandWords } from './read-words.ts'

/**
 * How the model reads a text: its length in tokens, and the words that do not reach it.
 * @throws {AppError} `invalid` for an unknown model, `unavailable`
 */
export async function countTokens(
  { engines, ownLoras }: { engines: EngineRegistry; ownLoras: OwnLoras },
  caller: Caller | null,
  request: { text: string; model?: string | undefined; loras?: string[] | undefined },
): Promise<Answer<typeof generationServers.countTokens>> {
  const { image, model } = await chooseModel(engines, request.model)
  if (!image.readPrompt) throw invalidField('model', t('jobs.readsNoText'))
  try {
    const reading = await image.readPrompt(model.id, request.text)
    const { loras = [] } = request
    const trained = caller ? await ownLoras.find(caller.userId, loras) : []
    const subject = trained.find((lora) => lora.subject)?.subject ?? undefined
    const words = { prompt: request.text, steps: defaultsOf(model).steps, subject }
    const understood = await understandWords(image, model.id, words)
    return {
      ...reading,
      max_tokens: model.maxTokens,
      suggestions: understood?.suggestions ?? [],
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw new AppError('unavailable', error.message, {
      userMessage: error.userMessage,
      cause: error,
    })
  }
}
