import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { SAMPLERS } from '#contract/samplers.ts'
import {
  type Continuation,
  type Engine,
  EngineError,
  type EngineImage,
  type EngineOperation,
  type FollowHandlers,
  type FoundFace,
  type ImageEngine,
  type ImageModel,
  type ImageRequest,
  type OperationProgress,
  type OperationResult,
  type PictureClassifier,
  type PictureScores,
  type RefineEngine,
  type RefineRequest,
  type ToolEngine,
  type ToolModel,
  type ToolRequest,
  type VideoEngine,
  type VideoRequest,
} from '#server/engines/spec/index.ts'
import { makePng } from '../pictures.ts'
import { SCRIPTED_TOOLS } from './scripted-tools.ts'
import { createScriptedTrainer, type ScriptedTrainer } from './scripted-training.ts'
import { ORDER, scriptVideo } from './scripted-video.ts'
import { createScriptedWords, type ScriptedWords } from './scripted-words.ts'

/** One piece of work inside the engine, as a script sees it. */
export interface ScriptedWork {
  request: ImageRequest
  /** Counts the starts of this engine, from 1. */
  number: number
  /** Aborts when the work is cancelled. */
  cancelled: AbortSignal
  progress(step: number, previews?: OperationProgress['previews']): void
  /** Puts the picture of an index out. */
  finish(index: number, is?: Pick<EngineImage, 'lacksMainThing'>): Promise<void>
}

/** Plays one piece of work; a rejection is the engine's failure. */
export type Script = (work: ScriptedWork) => Promise<void>

export interface ScriptedEngine extends Engine, PictureClassifier {
  readonly image: ImageEngine
  /** Has every tool; makes the picture that it is given, in the size asked for, by the script. */
  readonly tool: ToolEngine
  /** As `tool`, of what is drawn over. */
  readonly refine: RefineEngine
  /** As `tool`, of videos: what it delivers is no real MP4. */
  readonly video: VideoEngine
  /** Trains by a script of its own. */
  readonly training: ScriptedTrainer
  /** As `tool`, of what is written. */
  readonly words: ScriptedWords
  /** Every order for a video that was begun. */
  readonly videoStarts: VideoRequest[]
  /** Seconds of each video from now on, and how it can be extended; null: those asked for, and not at all. */
  films: number | null
  continuation: Continuation | null
  /** Every order to draw over an image that was begun. */
  readonly refineStarts: RefineRequest[]
  /** Every order for a tool that was begun. */
  readonly toolStarts: ToolRequest[]
  /** Every order that was begun. */
  readonly starts: ImageRequest[]
  /** Ids of operations that were cancelled. */
  readonly cancels: string[]
  /** For the works that start from now on. */
  script: Script
  /** What the classifier sees in each picture from now on; null: it fails. */
  sees: PictureScores | null
  /** The faces of every picture from now on. */
  faces: FoundFace[]
  /** Answers for every picture: edges of the foreground are unsure; pro enlarges as the fast way does. */
  doubted: boolean
  sameByPro: boolean
  /** Pictures that were searched for faces. */
  readonly searches: Uint8Array[]
  /** Forgets all operations, as an engine does that was restarted. */
  forget(): void
}

export interface ScriptedEngineOptions {
  name?: string
  script?: Script
  /** Of its model, and whether the engine can stop at once. */
  capabilities?: Partial<ImageModel> & { stopsAtOnce?: boolean }
}

interface Operation {
  work: ScriptedWork
  images: EngineImage[]
  lastProgress: OperationProgress | null
  state: 'running' | 'succeeded' | 'cancelled'
  failure: unknown
  changed: PromiseWithResolvers<void>
  cancel: AbortController
}

export const CLEAN: PictureScores = { drawing: 0.4, hentai: 0, neutral: 0.6, porn: 0, sexy: 0 }

export const SCRIPTED_MODEL = 'scripted-model'

/** Finishes every picture at once. */
export const finishAll: Script = async ({ request, finish }) => {
  for (const index of request.indexes) await finish(index)
}

/** The same, and what the prompt is about cannot be made out in any. */
export const lackAll: Script = async ({ request, finish }) => {
  for (const index of request.indexes) await finish(index, { lacksMainThing: true })
}

/** Works until it is cancelled. */
export const hang: Script = ({ cancelled }) =>
  new Promise((resolve) => cancelled.addEventListener('abort', () => resolve(), { once: true }))

/** The first pictures, then what `then` does. */
export const finishFirst =
  (count: number, then: Script): Script =>
  async (work) => {
    for (const index of work.request.indexes.slice(0, count)) await work.finish(index)
    await then(work)
  }

/** Fails as an engine does. */
export const fail =
  (retryable: boolean): Script =>
  async () => {
    throw new EngineError('engine_failed', 'scripted failure', {
      retryable,
      userMessage: 'The engine failed as it was told to.',
    })
  }

/** After some time, what `then` does. */
export const after =
  (ms: number, then: Script): Script =>
  async (work) => {
    await sleep(ms)
    if (!work.cancelled.aborted) await then(work)
  }

/**
 * An engine that does what a test says, at the pace it says. Work goes on inside it whether or not anybody
 * follows, and can be followed again, as in an engine that is a server of its own.
 */
export function createScriptedEngine(options: ScriptedEngineOptions = {}): ScriptedEngine {
  const name = options.name ?? 'scripted'
  const operations = new Map<string, Operation>()
  const starts: ImageRequest[] = []
  const toolStarts: ToolRequest[] = []
  const refineStarts: RefineRequest[] = []
  const videoStarts: VideoRequest[] = []
  const cancels: string[] = []
  const { stopsAtOnce = true, ...abilities } = options.capabilities ?? {}
  const model: ImageModel = {
    id: SCRIPTED_MODEL,
    name: 'Scripted',
    description: 'Does as it is told',
    hash: 'a'.repeat(64),
    nativeSize: 64,
    maxTokens: 75,
    licence: 'MIT',
    sizes: { min: 64, max: 2048, step: 8 },
    samplers: SAMPLERS.slice(0, 2),
    features: ['negative_prompt'],
    loras: [],
    maxImages: 4,
    maxSteps: 100,
    priceClass: 'standard',
    ...abilities,
  }

  function begin(id: string, request: ImageRequest): void {
    const cancel = new AbortController()
    const change = () => {
      const { changed } = operation
      operation.changed = Promise.withResolvers()
      changed.resolve()
    }
    const operation: Operation = {
      images: [],
      lastProgress: null,
      state: 'running',
      failure: null,
      changed: Promise.withResolvers(),
      cancel,
      work: {
        request,
        number: starts.length,
        cancelled: cancel.signal,
        progress(step, previews = []) {
          const { steps } = request
          operation.lastProgress = { step, steps, fraction: step / steps, previews }
          change()
        },
        async finish(index, is = {}) {
          const data = await makePng(request.width, request.height)
          if (operation.state !== 'running') return
          operation.images.push({
            index,
            data,
            contentType: 'image/png',
            width: request.width,
            height: request.height,
            seed: (request.seed + index) % 2 ** 32,
            ...is,
          })
          change()
        },
      },
    }
    operations.set(id, operation)
    void play(operation).finally(change)
  }

  /** Whoever follows later must find a failure too. */
  async function play(operation: Operation): Promise<void> {
    try {
      await engine.script(operation.work)
      if (operation.state !== 'running') return
      operation.state = operation.cancel.signal.aborted ? 'cancelled' : 'succeeded'
    } catch (error) {
      operation.failure = error
    }
  }

  async function follow(
    { id }: EngineOperation,
    handlers: FollowHandlers<EngineImage>,
  ): Promise<OperationResult> {
    const operation = operations.get(id)
    if (!operation) {
      throw new EngineError('operation_lost', `unknown operation ${id}`, {
        retryable: true,
        userMessage: 'The engine was restarted.',
      })
    }
    const stopped = () => stopsAtOnce && operation.cancel.signal.aborted
    for (let seen = 0; ;) {
      const { changed } = operation
      if (stopped()) return { outcome: 'cancelled', engineMs: 10 }
      if (operation.lastProgress) handlers.onProgress(operation.lastProgress)
      for (; seen < operation.images.length; seen++) {
        if (stopped()) return { outcome: 'cancelled', engineMs: 10 }
        await handlers.onOutput(operation.images[seen]!)
      }
      if (changed !== operation.changed) continue
      if (operation.failure !== null) throw operation.failure
      if (operation.state !== 'running') return { outcome: operation.state, engineMs: 10 }
      await changed.promise
    }
  }

  const image: ImageEngine = {
    stopsAtOnce,
    models: async () => [model],
    async start(request) {
      const id = randomUUID()
      starts.push(request)
      begin(id, request)
      return { engine: name, id }
    },
    follow,
    async cancel({ id }) {
      cancels.push(id)
      const operation = operations.get(id)
      if (!operation) return
      operation.cancel.abort()
      const { changed } = operation
      operation.changed = Promise.withResolvers()
      changed.resolve()
    },
    readPrompt: async (_model, text) => ({
      tokens: text.split(/\s+/).filter(Boolean).length,
      chunks: 1,
      ignored: [],
    }),
  }

  const tool: ToolEngine = {
    ...image,
    models: async () => SCRIPTED_TOOLS,
    async follow(operation, handlers) {
      const isAdded = (await tool.models()).some((one) => one.isAdded)
      return image.follow(operation, {
        ...handlers,
        onOutput: (output) => handlers.onOutput({ ...output, ...(isAdded && { byAdded: true }) }),
      })
    },
    async findFaces(picture) {
      engine.searches.push(picture)
      return engine.faces
    },
    doubtsEdges: async () => engine.doubted,
    looksSameByPro: async () => engine.sameByPro,
    avatarLooks: () => SCRIPTED_LOOKS.map((id) => ({ id, name: id, edge: 64 })),
    headshots: () => ({
      scenes: SCRIPTED_SCENES.map((id) => ({ id, name: id })),
      ...SIZES.take_headshots!,
    }),
    async start(request) {
      const id = randomUUID()
      toolStarts.push(request)
      begin(id, await orderOfTool(request))
      return { engine: name, id }
    },
  }

  const refine: RefineEngine = {
    stopsAtOnce,
    follow,
    cancel: image.cancel,
    async start(request) {
      const id = randomUUID()
      refineStarts.push(request)
      begin(id, await orderOfRefinement(request))
      return { engine: name, id }
    },
  }

  const engine: ScriptedEngine = {
    name,
    image,
    tool,
    refine,
    video: scriptVideo({ engine: name, image, script: () => engine, starts: videoStarts, begin }),
    training: createScriptedTrainer(name, SCRIPTED_MODEL),
    words: createScriptedWords(),
    videoStarts,
    films: null,
    continuation: { by: 'frame' },
    refineStarts,
    toolStarts,
    starts,
    cancels,
    script: options.script ?? finishAll,
    sees: CLEAN,
    faces: [scriptedFace()],
    doubted: false,
    sameByPro: false,
    searches: [],
    async classify() {
      if (engine.sees) return engine.sees
      throw new EngineError('engine_failed', 'scripted failure', {
        retryable: true,
        userMessage: 'The classifier failed as it was told to.',
      })
    },
    health: async () => ({ state: 'ready', detail: null, load: operations.size }),
    dispose: async () => undefined,
    forget: () => operations.clear(),
  }
  return engine
}

export const SCRIPTED_LOOKS = ['plain', 'inked']
export const SCRIPTED_SCENES = ['gray', 'office']
const SIZES: Partial<Record<ToolModel['tool'], { width: number; height: number }>> = {
  draw_avatars: { width: 64, height: 64 },
  take_headshots: { width: 64, height: 80 },
}

/** A face that can be swapped with any other. */
export const scriptedFace = (
  is: Partial<Pick<FoundFace, 'index' | 'yaw' | 'sharp' | 'age' | 'eyesCovered' | 'view'>> &
    Partial<Record<'size' | 'x', number>> = {},
): FoundFace => {
  const { index = 0, yaw = 0, size = 130, x = 10, ...rest } = is
  return { index, yaw, ...rest, box: { x, y: 5, width: size, height: size + 5 } }
}

function pictureOf(request: ToolRequest): Uint8Array {
  if (request.tool === 'swap_faces') return request.target
  return 'images' in request ? request.images[0]! : request.image!
}

/** What a script finishes in the place of a tool's result: a picture of its size. */
async function orderOfTool(request: ToolRequest): Promise<ImageRequest> {
  const own = 'width' in request ? request : SIZES[request.tool]
  const { width, height } = own ?? (await sharp(pictureOf(request)).metadata())
  const scale = request.tool === 'upscale' ? request.scale : 1
  const size = { width: width * scale, height: height * scale }
  const indexes = 'indexes' in request ? request.indexes : [0]
  return { ...ORDER, ...size, indexes, seed: 'seed' in request ? request.seed : 0 }
}

async function orderOfRefinement(request: RefineRequest): Promise<ImageRequest> {
  const { width, height } = await sharp(request.image).metadata()
  const scale = request.refinement === 'upscale' ? request.scale : 1
  const { seed } = request.redrawing
  return { ...ORDER, width: width * scale, height: height * scale, indexes: [0], seed }
}
