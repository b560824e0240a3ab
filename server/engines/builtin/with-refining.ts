import { randomUUID } from 'node:crypto'
import {
  type Engine,
  EngineError,
  type EngineImage,
  type FollowHandlers,
  type OperationResult,
  type RefineEngine,
  type RefineRequest,
  type ToolEngine,
} from '../spec/index.ts'
import { type Chain, createChain, refineFaces, upscaleByPrompt } from '#engine/index.ts'
import { t } from '#server/texts/index.ts'

/** Progress is counted in hundredths. */
const STEPS = 100

/** One order; it begins when it is followed. */
interface Work {
  request: RefineRequest
  chain: Chain
  isFollowed: boolean
}

/**
 * Adds `refine` (drawing over an image, part by part) to an engine that draws and has none of its own. Enlarging and finding
 * faces are done by `tools`, which may be another engine's. The result is handed over only when all of it is done.
 */
export function withRefining<E extends Engine>(engine: E, tools: ToolEngine): E {
  const { image, name } = engine
  if (!image || engine.refine) return engine
  const works = new Map<string, Work>()

  async function followAll(
    { request, chain }: Work,
    { onProgress, onOutput }: FollowHandlers<EngineImage>,
  ): Promise<OperationResult> {
    const began = performance.now()
    const result = (outcome: OperationResult['outcome']): OperationResult => ({
      outcome,
      engineMs: performance.now() - began,
    })
    const report = (fraction: number): void =>
      onProgress({ step: Math.floor(STEPS * fraction), steps: STEPS, fraction, previews: [] })
    try {
      const made =
        request.refinement === 'upscale'
          ? await upscaleByPrompt(chain, request, report)
          : await refineFaces(chain, request, report)
      chain.signal.throwIfAborted()
      await onOutput({
        ...made,
        index: 0,
        contentType: 'image/png',
        seed: request.redrawing.seed,
      })
      return result('succeeded')
    } catch (error) {
      if (chain.signal.aborted) return result('cancelled')
      await chain.stop()
      throw error
    }
  }

  const refine: RefineEngine = {
    stopsAtOnce: true,
    async start(request, beginning) {
      const id = randomUUID()
      works.set(id, { request, chain: createChain(image, tools, beginning), isFollowed: false })
      return { engine: name, id }
    },
    async follow({ id }, handlers) {
      const work = works.get(id)
      if (!work) throw lost(name)
      work.isFollowed = true
      try {
        return await followAll(work, handlers)
      } finally {
        works.delete(id)
      }
    },
    async cancel({ id }) {
      const work = works.get(id)
      if (!work) return
      if (!work.isFollowed) works.delete(id)
      await work.chain.stop()
    },
  }
  return { ...engine, refine }
}

function lost(name: string): EngineError {
  return new EngineError('operation_lost', `${name} refines nothing that this process began`, {
    retryable: true,
    userMessage: t('engines.restartedMaking'),
  })
}
