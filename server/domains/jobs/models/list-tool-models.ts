import type { Engine, EngineRegistry, ToolModel, ToolName } from '#server/engines/spec/index.ts'

/** One of several models for the same tool, and the engine that has it. */
export interface OfferedTool {
  engine: Engine
  model: ToolModel
}

/** Every model that engines have for a tool now, the preferred engine first. */
export async function listToolModels(
  engines: EngineRegistry,
  name: ToolName,
): Promise<OfferedTool[]> {
  const found = engines.list().map(async (engine): Promise<OfferedTool[]> => {
    const models = (await engine.tool?.models().catch(() => [])) ?? []
    return models.filter(({ tool }) => tool === name).map((model) => ({ engine, model }))
  })
  return (await Promise.all(found)).flat()
}
