import { randomUUID } from 'node:crypto'
import type {
  EngineOperation,
  FollowHandlers,
  ImageEngine,
  ImageRequest,
  OperationProgress,
  OperationResult,
  ToolRequest,
} from '#lib/engine-spec/index.ts'
import type { EngineImage } from '#lib/engine-spec/index.ts'
import type { BuiltinToolEngine } from './vision/tool-engine.ts'

type ReplaceRequest = Extract<ToolRequest, { tool: 'replace_background' }>

/** Two pieces of work, one after the other. */
interface Work {
  request: ReplaceRequest
  drawing: EngineOperation
  placing: EngineOperation | null
  isCancelled: boolean
  isFollowed: boolean
}

/** How much of the progress the drawing is. */
const DRAWING = 0.7
/** Progress of both is counted in hundredths. */
const STEPS = 100

/**
 * Tools that also take a background that is still to be drawn: first the image part draws it, in its own line, then the
 * tool puts it behind the subject. Nothing is handed over before the second is done.
 */
export function drawBackgrounds(
  name: string,
  tool: BuiltinToolEngine,
  image: ImageEngine,
): BuiltinToolEngine {
  const works = new Map<string, Work>()

  async function followBoth(
    work: Work,
    handlers: FollowHandlers<EngineImage>,
  ): Promise<OperationResult> {
    const drawn: EngineImage[] = []
    const first = await image.follow(work.drawing, {
      onProgress: ({ fraction }) => handlers.onProgress(progressAt(DRAWING * fraction)),
      async onOutput(output) {
        drawn.push(output)
      },
    })
    const [behind] = drawn
    if (work.isCancelled || !behind) return { ...first, outcome: 'cancelled' }
    const placing = await tool.start({ ...work.request, background: behind.data })
    const { drawnAfter = [] } = behind
    work.placing = placing
    const second = await tool.follow(placing, {
      onProgress: ({ fraction }) =>
        handlers.onProgress(progressAt(DRAWING + (1 - DRAWING) * fraction)),
      onOutput: (output) =>
        work.isCancelled ? Promise.resolve() : handlers.onOutput({ ...output, drawnAfter }),
    })
    return { outcome: second.outcome, engineMs: first.engineMs + second.engineMs }
  }

  async function stop(work: Work): Promise<void> {
    work.isCancelled = true
    await image.cancel(work.drawing)
    if (work.placing) await tool.cancel(work.placing)
  }

  return {
    ...tool,
    async start(request) {
      if (!isDrawn(request)) return tool.start(request)
      const drawing = await image.start(request.background)
      const id = randomUUID()
      works.set(id, { request, drawing, placing: null, isCancelled: false, isFollowed: false })
      return { engine: name, id }
    },
    async follow(operation, handlers) {
      const work = works.get(operation.id)
      if (!work) return tool.follow(operation, handlers)
      work.isFollowed = true
      try {
        return await followBoth(work, handlers)
      } catch (error) {
        await stop(work)
        throw error
      } finally {
        works.delete(operation.id)
      }
    },
    async cancel(operation) {
      const work = works.get(operation.id)
      if (!work) return tool.cancel(operation)
      if (!work.isFollowed) works.delete(operation.id)
      await stop(work)
    },
  }
}

function isDrawn(request: ToolRequest): request is ReplaceRequest & { background: ImageRequest } {
  return request.tool === 'replace_background' && 'prompt' in request.background
}

const progressAt = (fraction: number): OperationProgress => ({
  step: Math.floor(STEPS * fraction),
  steps: STEPS,
  fraction,
  previews: [],
})
