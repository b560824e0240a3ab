import type { Engine, EngineRegistry, ToolModel } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'

/** A model that edits, and the engine that has it. */
export interface Editor {
  engine: Engine
  model: ToolModel
}

/** Every model that edits by words now, the preferred one first. */
export async function listEditors(engines: EngineRegistry): Promise<Editor[]> {
  const found = engines.list().map(async (engine): Promise<Editor[]> => {
    const models = (await engine.tool?.models().catch(() => [])) ?? []
    return models.filter(({ tool }) => tool === 'edit_image').map((model) => ({ engine, model }))
  })
  return (await Promise.all(found)).flat()
}

/**
 * @param id of a model; left out: the first one
 * @throws {AppError} `unavailable` where no engine edits, `invalid` naming `model` for another one
 */
export async function findEditor(engines: EngineRegistry, id: string | undefined): Promise<Editor> {
  const editors = await listEditors(engines)
  const [first] = editors
  if (!first) {
    throw new AppError('unavailable', 'No engine edits by words', {
      userMessage: 'No engine here can edit images from text instructions right now.',
      retryAfterSeconds: 30,
    })
  }
  const chosen = id === undefined ? first : editors.find(({ model }) => model.id === id)
  if (!chosen) throw invalidField('model', 'There is no such model.')
  return chosen
}
