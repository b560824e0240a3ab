import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { TOOL_FACTS } from '#contract/tool-facts.ts'
import {
  EngineError,
  type EngineImage,
  type FoundDepth,
  type FoundFace,
  type PointedAt,
  type PointedPicture,
  type Selected,
  type SwapFacesRequest,
  type TriedSwapProblem,
  type ToolEngine,
  type ToolModel,
  type ToolRequest,
} from '#lib/engine-spec/index.ts'
import type { EngineLog } from '../engine-log.ts'
import { createOperationList } from '../process/operation-list.ts'
import { toEngineError, workerLost } from '../process/worker-errors.ts'
import { createWorkLine } from '../process/work-line.ts'
import { createWorkerProcess } from '../process/worker-process.ts'
import { createPictureLooker } from './picture-looker.ts'
import { LOOKS } from './avatars/looks.ts'
import { HEADSHOT_BACKGROUNDS } from './headshots/backgrounds.ts'
import type { AddedChoice } from './networks.ts'
import { AVATAR_EDGE, HEADSHOT_SIZE } from './limits.ts'
import { isBuiltinTool, isDoneByNetwork, listToolModels } from './tool-models.ts'
import type { FromToolProcess, ToToolProcess } from './tool-protocol.ts'
import { reason } from '../reason.ts'

export interface BuiltinToolEngine extends ToolEngine {
  findFaces(image: Uint8Array, described?: boolean): Promise<FoundFace[]>
  doubtsEdges(image: Uint8Array): Promise<boolean | null>
  looksSameByPro(image: Uint8Array, scale: 2 | 3 | 4): Promise<boolean | null>
  triesSwap(swap: SwapFacesRequest): Promise<TriedSwapProblem | null>
  selects(): Promise<boolean>
  findsDepth(): Promise<boolean>
  findDepth(image: Uint8Array): Promise<FoundDepth | null>
  select(picture: PointedPicture, points: readonly PointedAt[]): Promise<Selected | null>
  /** Pieces of work that run or wait. */
  load(): number
  dispose(): Promise<void>
}

interface Options {
  /** Name of the engine that this part belongs to. */
  name: string
  /** Threads of one network run. */
  threads: number
  /** Processes, each of which does one piece of work at a time. */
  processes: number
  /** Networks that were added; left out: there are none. */
  added?: AddedChoice | undefined
  log: EngineLog | undefined
}

interface Work {
  id: string
  request: ToolRequest
}

/** The tools of the built-in engine, in processes of their own: a picture that breaks one breaks no other's work. */
export function createToolEngine({
  name,
  threads,
  processes,
  added,
  log,
}: Options): BuiltinToolEngine {
  const operations = createOperationList(unknownOperation, stop)
  const looker = createPictureLooker(threads, log, added)
  const line = createWorkLine<Work>(processes, (work, place) => {
    workers[place]!.send({ type: 'work', ...work, isSold: added?.isSold() ?? true })
    showBusy()
  })
  const workers = Array.from({ length: processes }, (_, place) =>
    createWorkerProcess<ToToolProcess, FromToolProcess>(
      { threads, ...(added && { modelsDir: added.modelsDir }) },
      {
        onMessage: (message) => receive(place, message),
        onLost(error) {
          log?.warn({ err: error }, 'A process of the built-in tools ended')
          fail(place, error)
        },
      },
      fileURLToPath(new URL('tool-process.ts', import.meta.url)),
    ),
  )

  function receive(place: number, message: Exclude<FromToolProcess, { type: 'crashed' }>): void {
    const work = line.at(place)
    if (work?.id !== message.id) return
    switch (message.type) {
      case 'progress': {
        const { step, steps } = message
        // The file is still to be written after the last step.
        const fraction = step / (steps + 0.2)
        const progress = { step, steps, fraction, previews: [] }
        operations.push(work.id, { type: 'progress', progress })
        return
      }
      case 'image':
        operations.push(work.id, { ...message, image: namedWork(work.request, message.image) })
        return
      case 'ended':
        operations.end(work.id, message)
        release(place)
        return
      case 'measured':
      case 'faces':
      case 'edges':
      case 'upscalers':
      case 'swap':
      case 'depth':
      case 'selection':
        return
      case 'failed':
        log?.warn({ error: message.error }, 'A built-in tool could not do its work')
        fail(place, toEngineError(message.error))
    }
  }

  function fail(place: number, error: EngineError): void {
    const work = line.at(place)
    if (work) operations.end(work.id, { type: 'failed', error })
    release(place)
  }

  function release(place: number): void {
    line.release(place)
    showBusy()
  }

  function showBusy(): void {
    for (const [place, worker] of workers.entries())
      worker.keepProgramAlive(line.at(place) !== null)
  }

  return {
    stopsAtOnce: true,
    models: (): Promise<ToolModel[]> =>
      listToolModels(added && { modelsDir: added.modelsDir, isSold: added.isSold() }),
    avatarLooks: () => LOOKS.map(({ id, name: title }) => ({ id, name: title, edge: AVATAR_EDGE })),
    headshots: () => ({
      scenes: HEADSHOT_BACKGROUNDS.map(({ id, name: title }) => ({ id, name: title })),
      ...HEADSHOT_SIZE,
    }),
    findFaces: looker.findFaces,
    doubtsEdges: looker.doubtsEdges,
    looksSameByPro: looker.looksSameByPro,
    triesSwap: looker.triesSwap,
    selects: looker.selects,
    findsDepth: looker.findsDepth,
    findDepth: looker.findDepth,
    select: looker.select,
    async start(request: ToolRequest) {
      const id = randomUUID()
      operations.add(id)
      line.add({ id, request })
      return { engine: name, id }
    },
    follow: ({ id }, handlers) => operations.follow(id, handlers),
    async cancel({ id }) {
      stop(id)
    },
    load: () => line.load() + looker.load(),
    async dispose() {
      line.clear()
      operations.failAll(workerLost('the server stops'))
      await Promise.all([looker.dispose(), ...workers.map((worker) => worker.stop())])
    },
  }

  function stop(id: string): void {
    operations.cancel(id)
    const place = line.remove(id)
    // The process comes free at its next look between two network runs; until then its place is taken.
    if (place !== null) workers[place]!.send({ type: 'stop', id })
  }
}

/** Says what an image was made by: the tool's own work, that of networks which were added, or both. */
function namedWork({ tool }: ToolRequest, image: EngineImage): EngineImage {
  const { madeBy = [] } = image
  if (!isBuiltinTool(tool) || (madeBy.length > 0 && isDoneByNetwork(tool))) return image
  const { model: name, licence } = TOOL_FACTS[tool]
  return { ...image, madeBy: [{ name, licence }, ...madeBy] }
}

function unknownOperation(id: string): EngineError {
  return new EngineError('operation_lost', `The built-in tools know no work ${id}.`, {
    retryable: true,
    userMessage: reason('engines.restartedMaking'),
  })
}
