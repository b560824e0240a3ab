import type { EditModel, GenerationModel, GenerationServer } from '#contract/generation-servers.ts'
import type { OpenAiModel } from '#contract/openai-images.ts'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** What a call is drawn with. */
export type ChosenModel =
  | { does: 'draw'; model: GenerationModel }
  | { does: 'edit'; model: EditModel }

/** Models are not dated here. */
const CREATED = 0

/** The models that may be named. */
export function modelsOf(servers: readonly GenerationServer[]): OpenAiModel[] {
  const ids = new Set(
    servers.flatMap(({ models, edit_models: editors }) =>
      [...models, ...editors].map(({ id }) => id),
    ),
  )
  return [...ids].map((id) => ({ id, object: 'model', created: CREATED, owned_by: 'atelier' }))
}

/** A model that is not there is refused, never replaced by another. */
export function noSuchModel(model: string): AppError {
  return new AppError('not_found', `There is no model ${model}`, {
    userMessage: t('openai-images.noSuchModel', { model }),
    extra: { code: 'model_not_found' },
  })
}

/**
 * The model that a call names, else the default: of an edit without a mask one that follows instructions, where there is one.
 * @throws {AppError} `not_found`, `unavailable` where there is none at all
 */
export function chooseModel(
  servers: readonly GenerationServer[],
  {
    named,
    defaultModel,
    prefersEditor,
  }: { named: string | null | undefined; defaultModel: string | null; prefersEditor: boolean },
): ChosenModel {
  const drawing = servers.flatMap(({ models }) => models)
  const editors = servers.flatMap(({ edit_models: own }) => own)
  if (named != null) {
    const model = drawing.find(({ id }) => id === named)
    if (model) return { does: 'draw', model }
    const editor = editors.find(({ id }) => id === named)
    if (editor) return { does: 'edit', model: editor }
    throw noSuchModel(named)
  }
  const [editor] = editors
  if (prefersEditor && editor) return { does: 'edit', model: editor }
  const model = drawing.find(({ id }) => id === defaultModel) ?? drawing[0]
  if (model) return { does: 'draw', model }
  throw new AppError('unavailable', 'There is no model to draw with', {
    userMessage: t('openai-images.noModelNow'),
  })
}
