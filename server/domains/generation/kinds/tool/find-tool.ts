import type {
  Engine,
  EngineOperation,
  EngineRegistry,
  FoundTool,
  ToolModel,
  ToolName,
  ToolRequest,
} from '#server/engines/spec/index.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { FoundInput, FoundInputs } from '../kind.ts'

/** @throws {AppError} `unavailable` when no engine has the tool now */
export async function findTool(engines: EngineRegistry, tool: ToolName): Promise<FoundTool> {
  const found = await engines.findTool(tool)
  if (found) return found
  throw new AppError('unavailable', `No engine has the tool ${tool}`, {
    userMessage: 'This tool cannot be used right now. Please try again soon.',
    retryAfterSeconds: 30,
  })
}

/**
 * The picture of a field, if the tool can take it.
 * @throws {AppError} `invalid` naming the field
 */
export function requireInput(inputs: FoundInputs, field: string, model: ToolModel): FoundInput {
  const input = inputs[field]
  if (!input) throw invalidField(field, 'There is no such image, or it was deleted.')
  const { width, height } = input
  if (Math.max(width, height) > model.maxEdge || width * height > model.maxPixels) {
    const pixels = model.maxPixels.toLocaleString('en-US')
    const most = `${model.maxEdge} pixels on a side and ${pixels} pixels in all`
    throw invalidField(field, `Ensure the image has at most ${most}.`)
  }
  return input
}

/** Gives an engine its order. Throws EngineError. */
export async function startTool(engine: Engine, request: ToolRequest): Promise<EngineOperation> {
  if (engine.tool) return engine.tool.start(request)
  throw new EngineError('unsupported', `The engine ${engine.name} has no tools`, {
    retryable: false,
    userMessage: 'This tool cannot be used any more.',
  })
}
