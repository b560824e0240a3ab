import type {
  Beginning,
  Engine,
  EngineOperation,
  EngineRegistry,
  FoundTool,
  ToolModel,
  ToolName,
  ToolRequest,
} from '#server/engines/spec/index.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { AppError, type FieldErrors } from '#server/platform/errors.ts'
import { t, type Text } from '#server/texts/index.ts'
import type { FoundInput, FoundInputs } from '../../kind.ts'

/**
 * @param withOptions more is asked for than the tool can do with pictures alone
 * @param canDo whether an engine has all that is asked of the tool, as {@link EngineRegistry.findTool} takes it
 * @throws {AppError} `unavailable` when no engine has the tool now
 */
export async function findTool(
  engines: EngineRegistry,
  tool: ToolName,
  withOptions = false,
  canDo?: (found: FoundTool) => boolean,
): Promise<FoundTool> {
  const found = await engines.findTool(tool, withOptions, canDo)
  if (found) return found
  throw new AppError('unavailable', `No engine has the tool ${tool}`, {
    userMessage: t('common.toolNotNow'),
    retryAfterSeconds: 30,
  })
}

/** How large a picture may be that is taken. */
type TakenSize = Pick<ToolModel, 'maxEdge' | 'maxPixels'>

/**
 * The pictures of some fields, if the tool can take them.
 * @throws {AppError} `invalid` naming every field that it cannot take
 */
export function requireInputs<Field extends string>(
  inputs: FoundInputs,
  fields: readonly Field[],
  model: TakenSize,
): Record<Field, FoundInput> {
  const errors: FieldErrors = {}
  for (const field of fields) {
    const problem = problemOf(inputs[field], model)
    if (problem !== null) errors[field] = [problem]
  }
  const names = Object.keys(errors)
  if (names.length > 0)
    throw new AppError('invalid', `Not possible: ${names.join(', ')}`, { fields: errors })
  return inputs as Record<Field, FoundInput>
}

/** As {@link requireInputs}, of one. */
export const requireInput = (inputs: FoundInputs, field: string, model: TakenSize): FoundInput =>
  requireInputs(inputs, [field], model)[field]!

function problemOf(
  input: FoundInput | null | undefined,
  { maxEdge, maxPixels }: TakenSize,
): Text | null {
  if (!input) return t('common.noSuchImage')
  const { width, height } = input
  if (Math.max(width, height) <= maxEdge && width * height <= maxPixels) return null
  return t('jobs.imageTooLarge', { side: maxEdge, pixels: maxPixels })
}

/** Gives an engine its order. Throws EngineError. */
export async function startTool(
  engine: Engine,
  request: ToolRequest,
  beginning: Beginning,
): Promise<EngineOperation> {
  if (engine.tool) return engine.tool.start(request, beginning)
  throw new EngineError('unsupported', `The engine ${engine.name} has no tools`, {
    retryable: false,
    userMessage: t('jobs.toolGone'),
  })
}
