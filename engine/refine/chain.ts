import {
  type Beginning,
  EngineError,
  type EngineImage,
  type EngineOperation,
  type FoundFace,
  type ImageEngine,
  type ImageModel,
  type ImageRequest,
  type Operations,
  type ToolEngine,
  type ToolRequest,
} from '#lib/engine-spec/index.ts'
import { reason } from '../reason.ts'

/** Pieces of work that follow each other; the whole can be stopped between and within them. */
export interface Chain {
  readonly signal: AbortSignal
  /** An encoded image. @param onFraction told how much of this piece is done, 0 to 1 */
  draw(request: ImageRequest, onFraction: (fraction: number) => void): Promise<Uint8Array>
  change(request: ToolRequest, onFraction: (fraction: number) => void): Promise<Uint8Array>
  findFaces(image: Uint8Array): Promise<FoundFace[]>
  /** Throws EngineError `model_missing`. */
  requireModel(id: string): Promise<ImageModel>
  /** Stops the piece that is being done, and what would follow. */
  stop(): Promise<void>
}

/**
 * @param image what draws
 * @param beginning of the whole; every attempt does the same pieces in the same order, so each is found again by its place
 */
export function createChain(image: ImageEngine, tools: ToolEngine, beginning?: Beginning): Chain {
  const over = new AbortController()
  let stopPiece: () => Promise<void> = async () => undefined
  let pieces = 0

  function nextPiece(): Beginning | undefined {
    pieces += 1
    return beginning && { ...beginning, key: `${beginning.key} piece ${pieces}` }
  }

  async function run<Request>(
    part: Operations<Request, EngineImage>,
    request: Request,
    onFraction: (fraction: number) => void,
  ): Promise<Uint8Array> {
    over.signal.throwIfAborted()
    const operation: EngineOperation = await part.start(request, nextPiece())
    stopPiece = () => part.cancel(operation)
    if (over.signal.aborted) await stopPiece()
    const made: Uint8Array[] = []
    await part.follow(operation, {
      onProgress: ({ fraction }) => onFraction(fraction),
      async onOutput({ data }) {
        made.push(data)
      },
    })
    over.signal.throwIfAborted()
    const [first] = made
    if (first) return first
    throw new EngineError('engine_failed', `${operation.engine} ended without an image`, {
      retryable: true,
      userMessage: reason('engines.partNotMade'),
    })
  }

  return {
    signal: over.signal,
    draw: (request, onFraction) => run(image, request, onFraction),
    change: (request, onFraction) => run(tools, request, onFraction),
    async findFaces(file) {
      const faces = (await tools.findFaces?.(file)) ?? []
      over.signal.throwIfAborted()
      return faces
    },
    async requireModel(id) {
      const models = await image.models()
      const model = models.find((one) => one.id === id)
      if (model) return model
      throw new EngineError('model_missing', `There is no model ${id}`, {
        retryable: true,
        userMessage: reason('engines.refinerNotNow'),
      })
    },
    async stop() {
      over.abort()
      await stopPiece()
    },
  }
}
