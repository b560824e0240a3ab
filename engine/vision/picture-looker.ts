import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type {
  EngineError,
  FoundDepth,
  FoundFace,
  PointedAt,
  PointedPicture,
  Selected,
  SwapFacesRequest,
  TriedSwapProblem,
} from '#lib/engine-spec/index.ts'
import type { EngineLog } from '../engine-log.ts'
import { toEngineError, workerLost } from '../process/worker-errors.ts'
import { createWorkLine } from '../process/work-line.ts'
import { createWorkerProcess } from '../process/worker-process.ts'
import { activeNetwork } from './added/added-networks.ts'
import type { NetworkSlot } from './added/adapter.ts'
import type { AddedChoice } from './networks.ts'
import type { FromToolProcess, ToToolProcess } from './tool-protocol.ts'

/** Looks at pictures while a person looks at the page and waits. */
export interface PictureLooker {
  /** Faces, the largest first. Throws EngineError. */
  findFaces(image: Uint8Array, described?: boolean): Promise<FoundFace[]>
  /** Whether it is unsure where the foreground ends; null: nothing is known before. Throws EngineError. */
  doubtsEdges(image: Uint8Array): Promise<boolean | null>
  /** Whether pro would enlarge it nearly as the fast way does; null: nothing is known before. Throws EngineError. */
  looksSameByPro(image: Uint8Array, scale: 2 | 3 | 4): Promise<boolean | null>
  /** Says what would be wrong with swapped faces; null: nothing. Throws EngineError. */
  triesSwap(swap: SwapFacesRequest): Promise<TriedSwapProblem | null>
  /** Whether a network that selects is switched on. */
  selects(): Promise<boolean>
  /** Selects what lies where somebody points; null: no network does. Throws EngineError. */
  select(picture: PointedPicture, points: readonly PointedAt[]): Promise<Selected | null>
  /** Whether a network of depth is switched on. */
  findsDepth(): Promise<boolean>
  /** How near everything in a picture is; null: no network finds it. Throws EngineError. */
  findDepth(image: Uint8Array): Promise<FoundDepth | null>
  /** Pictures that are looked at or wait. */
  load(): number
  dispose(): Promise<void>
}

type Look = Extract<
  ToToolProcess,
  {
    type: 'find-faces' | 'doubt-edges' | 'compare-upscalers' | 'try-swap' | 'find-depth' | 'select'
  }
>
type Seen = Extract<
  FromToolProcess,
  { type: 'faces' | 'edges' | 'upscalers' | 'swap' | 'depth' | 'selection' }
>

const SEEN: readonly string[] = [
  'faces',
  'edges',
  'upscalers',
  'swap',
  'depth',
  'selection',
] satisfies Seen['type'][]
const isSeen = (message: { type: string }): message is Seen => SEEN.includes(message.type)

interface Waiting {
  id: string
  look: Look
  answer: PromiseWithResolvers<Seen>
}

/**
 * A process of its own: the work of the tools takes minutes, and who waits for an answer would wait behind it.
 *
 * @param threads of one network run
 * @param added left out: there are none
 */
export function createPictureLooker(
  threads: number,
  log: EngineLog | undefined,
  added?: AddedChoice,
): PictureLooker {
  const line = createWorkLine<Waiting>(1, ({ look }) => {
    worker.send(look)
    worker.keepProgramAlive(true)
  })
  const worker = createWorkerProcess<ToToolProcess, FromToolProcess>(
    { threads, ...(added && { modelsDir: added.modelsDir }) },
    {
      onMessage(message) {
        const waiting = line.at(0)
        if (waiting?.id !== message.id) return
        if (message.type === 'failed') end(toEngineError(message.error))
        else if (message.type === 'ended') end(null)
        else if (isSeen(message)) waiting.answer.resolve(message)
      },
      onLost(error) {
        log?.warn({ err: error }, 'The process that looks at images ended')
        end(error)
      },
    },
    fileURLToPath(new URL('tool-process.ts', import.meta.url)),
  )

  function end(error: EngineError | null): void {
    if (error) line.at(0)?.answer.reject(error)
    line.release(0)
    worker.keepProgramAlive(line.at(0) !== null)
  }

  function ask(look: Look): Promise<Seen> {
    const answer = Promise.withResolvers<Seen>()
    line.add({ id: look.id, look, answer })
    return answer.promise
  }

  async function has(slot: NetworkSlot): Promise<boolean> {
    if (!added) return false
    const { modelsDir } = added
    return (await activeNetwork({ modelsDir, isSold: added.isSold() }, slot)) !== null
  }
  const selects = (): Promise<boolean> => has('selection')
  const findsDepth = (): Promise<boolean> => has('depth')

  async function askToSelect(
    key: string,
    image: Uint8Array | null,
    points: readonly PointedAt[],
  ): Promise<Extract<Seen, { type: 'selection' }>> {
    const isSold = added?.isSold() ?? true
    const seen = await ask({ type: 'select', id: randomUUID(), key, image, points, isSold })
    if (seen.type !== 'selection') throw new Error('Another look was answered')
    return seen
  }

  return {
    selects,
    findsDepth,
    async findDepth(image) {
      if (!(await findsDepth())) return null
      const isSold = added?.isSold() ?? true
      const seen = await ask({ type: 'find-depth', id: randomUUID(), image, isSold })
      if (seen.type !== 'depth') throw new Error('Another look was answered')
      return seen.depth
    },
    async select({ key, read }, points) {
      if (!(await selects())) return null
      let { mask, ms } = await askToSelect(key, null, points)
      if (mask === 'no_image') ({ mask, ms } = await askToSelect(key, await read(), points))
      return typeof mask === 'string' ? null : { mask, ms }
    },
    async findFaces(image, described = false) {
      const seen = await ask({ type: 'find-faces', id: randomUUID(), image, described })
      if (seen.type !== 'faces') throw new Error('Another look was answered')
      return seen.faces
    },
    async doubtsEdges(image) {
      // Nothing is known before of a network that was added, so it is not loaded for this either.
      if (await has('foreground')) return null
      const seen = await ask({ type: 'doubt-edges', id: randomUUID(), image })
      if (seen.type !== 'edges') throw new Error('Another look was answered')
      return seen.doubted
    },
    async looksSameByPro(image, scale) {
      // It is slower than the own one, and nothing is known of how its work looks.
      if (await has('upscaling')) return null
      const id = randomUUID()
      const seen = await ask({ type: 'compare-upscalers', id, image, scale })
      if (seen.type !== 'upscalers') throw new Error('Another look was answered')
      return seen.alike
    },
    async triesSwap(swap) {
      const seen = await ask({ type: 'try-swap', id: randomUUID(), swap })
      if (seen.type !== 'swap') throw new Error('Another look was answered')
      return seen.problem
    },
    load: line.load,
    async dispose() {
      for (const { answer } of line.clear()) answer.reject(workerLost('the server stops'))
      await worker.stop()
    },
  }
}
