import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { noSuchModel } from './no-such-model.ts'
import { listToolModels, type OfferedTool } from './list-tool-models.ts'

/** Every model that edits by words now, the preferred one first. */
export const listEditors = (engines: EngineRegistry): Promise<OfferedTool[]> =>
  listToolModels(engines, 'edit_image')

/**
 * @param id of a model; left out: the first one
 * @throws {AppError} `unavailable` where no engine edits, `invalid` naming `model` for another one
 */
export async function findEditor(
  engines: EngineRegistry,
  id: string | undefined,
): Promise<OfferedTool> {
  const editors = await listEditors(engines)
  const [first] = editors
  if (!first) {
    throw new AppError('unavailable', 'No engine edits by words', {
      userMessage: t('jobs.noEditorNow'),
      retryAfterSeconds: 30,
    })
  }
  const chosen = id === undefined ? first : editors.find(({ model }) => model.id === id)
  if (!chosen) throw await noSuchModel(engines, id ?? first.model.id)
  return chosen
}
