import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ExecutionProvider } from '#contract/execution-providers.ts'
import type { EngineHealth, ImageEngine, PictureClassifier } from '#lib/engine-spec/index.ts'
import { abilitiesOf } from './model-abilities.ts'
import { COMPANIONS } from './companions.ts'
import { drawBackgrounds } from './draw-backgrounds.ts'
import type { EngineLog } from './engine-log.ts'
import { createLoraCatalogue } from './diffusion/lora/lora-catalogue.ts'
import type { ModelFolders } from './diffusion/model/model-library.ts'
import { createModelLibrary } from './diffusion/model/model-library.ts'
import { readPrompt } from './diffusion/prompt/read-prompt.ts'
import { createRequestQueue } from './process/request-queue.ts'
import { createWorkerProcess } from './process/worker-process.ts'
import { type BuiltinToolEngine, createToolEngine } from './vision/tool-engine.ts'
import { type BuiltinTrainingEngine, createTrainingEngine } from './training/training-engine.ts'
import { keepGivenLoras } from './diffusion/lora/given-loras.ts'
import { type BuiltinVideoEngine, createVideoEngine } from './video/video-engine.ts'

export interface BuiltinEngineOptions extends ModelFolders {
  /** Where networks with LoRAs in them, and finished parts of videos, are written; made if missing. */
  cacheDir: string
  /** Folders of LoRA files, the preferred one first; need not exist. */
  loraDirs?: readonly string[]
  /** Threads of one network run. */
  threads: number
  /** What the networks are to run on; default the processor, which is also what remains where it cannot be had. */
  provider?: ExecutionProvider
  /** Processes of the tools, each of which does one piece of work at a time; default 1. */
  toolProcesses?: number
  /** Whether people pay on this site: networks whose licence forbids that rest; default yes. */
  isSold?: () => boolean
  log?: EngineLog
}

export interface BuiltinEngine extends PictureClassifier {
  readonly name: string
  readonly image: ImageEngine
  readonly tool: BuiltinToolEngine
  readonly video: BuiltinVideoEngine
  readonly training: BuiltinTrainingEngine
  health(): Promise<EngineHealth>
  /** Loads weights ahead of the first request. Throws `EngineError` `model_broken`. */
  warmUp(): Promise<void>
  dispose(): Promise<void>
}

/**
 * The engine that draws on the processor of this machine, in a process of its own, one request at a time, with one
 * model loaded at a time. A missing or damaged model never breaks a start: it is not offered, `health` names the
 * file and requests for it fail with `model_broken`.
 */
export function createBuiltinEngine(options: BuiltinEngineOptions): BuiltinEngine {
  const { cacheDir, threads, provider, log } = options
  const library = createModelLibrary({ ...options, companions: COMPANIONS }, log)
  const loras = createLoraCatalogue(options.loraDirs ?? [], log)
  const queue = createRequestQueue(
    (handlers) => createWorkerProcess({ cacheDir, threads, provider }, handlers),
    log,
  )

  const added =
    options.modelsDir === undefined
      ? undefined
      : { modelsDir: options.modelsDir, isSold: options.isSold ?? (() => true) }
  const tools = createToolEngine({
    name: NAME,
    threads,
    processes: options.toolProcesses ?? 1,
    added,
    log,
  })

  const image: ImageEngine = {
    stopsAtOnce: true,
    async models() {
      const [entries, files] = await Promise.all([library.list(), loras.list()])
      return entries.flatMap(({ ready }) =>
        ready ? [{ ...ready.model, ...abilitiesOf(ready), loras: files }] : [],
      )
    },
    async fitLoras(model, ids) {
      return loras.fit(await library.require(model), ids)
    },
    async start(request) {
      const { dir, stamp } = await library.require(request.model)
      const own = request.loras.filter(({ file }) => file === undefined)
      const given = await keepGivenLoras(join(cacheDir, 'given-loras'), request.loras)
      const merged = [...(await loras.weigh(own)), ...given]
      const id = randomUUID()
      // Their files are merged by now; what they were trained on is still to be shown.
      const subjects = request.loras
        .filter(({ subject }) => subject !== undefined)
        .map(({ file: _file, ...lora }) => lora)
      queue.add(id, { ...request, loras: subjects }, { dir, stamp, loras: merged })
      return { engine: NAME, id }
    },
    follow: ({ id }, handlers) => queue.follow(id, handlers),
    cancel: async ({ id }) => queue.cancel(id),
    async readPrompt(model, text) {
      const { tokenizer } = await library.requireRecent(model)
      return readPrompt(tokenizer, text)
    },
    async understand(model, prompt, steps, asked) {
      const { reader } = await library.requireRecent(model)
      return (await reader?.understand(prompt, steps, asked)) ?? null
    },
    async things(model, search, range) {
      const { reader } = await library.requireRecent(model)
      return (await reader?.things(search, range)) ?? { categories: [], things: [], total: 0 }
    },
  }

  const tool = drawBackgrounds(NAME, tools, image)
  const folder = join(cacheDir, 'videos')
  const video = createVideoEngine(NAME, image, { threads, folder, added, log })

  const training = createTrainingEngine({
    name: NAME,
    library,
    threads,
    folder: join(cacheDir, 'trainings'),
    isWanted: () => queue.load() + tool.load() + video.load() > 0,
    log,
  })

  return {
    name: NAME,
    image,
    tool,
    video,
    training,
    async health() {
      const load = queue.load() + tool.load() + video.load() + training.load()
      const entries = await library.list()
      const problems = [queue.fallback(), ...entries.map(({ problem }) => problem?.message)]
      const detail = problems.filter(Boolean).join('; ') || null
      const runsOn = queue.fallback() === null ? (provider ?? 'cpu') : 'cpu'
      if (!entries.some(({ ready }) => ready)) {
        const reading = entries.some(({ state }) => state === 'reading')
        if (reading)
          return { state: 'starting', detail: 'The weights are being read.', load, runsOn }
        return {
          state: 'down',
          detail: detail ?? 'There is no model.',
          trouble: 'no_model',
          load,
          runsOn,
        }
      }
      return queue.isStarting()
        ? { state: 'starting', detail: 'The model is being loaded.', load, runsOn }
        : { state: 'ready', detail, load, runsOn }
    },
    classify: (picture) => queue.classify(picture),
    async warmUp() {
      const { dir, stamp } = await library.first()
      await queue.warmUp({ dir, stamp })
    },
    async dispose() {
      await Promise.all([queue.dispose(), tool.dispose(), video.dispose(), training.dispose()])
    },
  }
}

const NAME = 'builtin'
