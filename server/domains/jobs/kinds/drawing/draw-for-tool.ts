import {
  type Engine,
  EngineError,
  type EngineRegistry,
  type ImageModel,
  type ImageRequest,
  type LoraReference,
  type SubjectName,
} from '#server/engines/spec/index.ts'
import { defaultsOf } from '../../models/model-defaults.ts'
import { readWords } from '../../models/read-words.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { WordsRead } from '../../kind.ts'

/** Largest image that is drawn for another kind: behind a subject, or in motion, more detail would hardly show. */
const MOST_PIXELS = 1_048_576

/**
 * The model that draws a background or a key image for the engine that needs it.
 * @param choice.wanted id of the one that was chosen; left out: the engine's first
 * @param choice.subject of a LoRA that goes with the words
 * @throws {AppError} `unavailable`, `invalid` for a model that the engine does not have and for a prompt about something
 * that the model does not know
 */
export async function requirePainter(
  engines: EngineRegistry,
  { name }: Engine,
  prompt: string,
  { wanted, subject }: { wanted?: string | undefined; subject?: SubjectName | null } = {},
): Promise<{ model: ImageModel; words: WordsRead | null }> {
  const models = (await engines.imageModels()).filter(({ engine }) => engine.name === name)
  const found = models.find(({ model }) => wanted === undefined || model.id === wanted)
  if (!found && models.length > 0) throw invalidField('model', t('jobs.noSuchModel'))
  if (found) {
    const words = await readWords(
      found,
      { prompt, steps: defaultsOf(found.model).steps, subject: subject ?? undefined },
      true,
    )
    if (words?.refusal) throw words.refusal
    return { model: found.model, words }
  }
  throw new AppError('unavailable', `The engine ${name} draws nothing`, {
    userMessage: t('jobs.nothingDrawnNow'),
    retryAfterSeconds: 30,
  })
}

/** The order for an image in the shape asked for. Throws EngineError `unsupported` if its model is gone. */
export async function drawingOrder(
  engine: Engine,
  {
    model: id,
    prompt,
    width,
    height,
  }: { model?: string; prompt: string; width: number; height: number },
  seed: number | null,
  loras: readonly LoraReference[] = [],
): Promise<ImageRequest> {
  const models = (await engine.image?.models()) ?? []
  const model = models.find((one) => one.id === id)
  if (!model || seed === null)
    throw new EngineError('unsupported', `The engine ${engine.name} has no model ${id}`, {
      retryable: false,
      userMessage: t('jobs.drawingModelGone'),
    })
  const { samplers } = model
  const usual = defaultsOf(model)
  return {
    type: 'TTI',
    model: model.id,
    prompt,
    negativePrompt: '',
    ...fitSize({ width, height }, model.sizes),
    indexes: [0],
    seed,
    steps: Math.min(usual.steps, model.maxSteps),
    guidanceScale: usual.guidance_scale,
    sampler: samplers.includes(usual.sampler) ? usual.sampler : samplers[0]!,
    loras: [...loras],
  }
}

/** As near to the picture's shape as the model can draw. */
function fitSize(
  { width, height }: { width: number; height: number },
  { min, max, step }: ImageModel['sizes'],
): { width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)))
  const fit = (edge: number) =>
    Math.min(
      Math.floor(max / step) * step,
      Math.max(Math.ceil(min / step) * step, Math.floor((edge * scale) / step) * step),
    )
  return { width: fit(width), height: fit(height) }
}
