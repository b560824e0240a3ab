import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { EngineError } from '../spec/index.ts'
import type { EngineHealth, ImageCapabilities, ImageEngine, ImageModel } from '../spec/index.ts'
import type { EngineLog } from './engine-log.ts'
import type { ModelDescription } from './model/model-folder.ts'
import { readModelFolder } from './model/model-folder.ts'
import { hashModel } from './model/model-hash.ts'
import { reasonOf } from './model/model-files.ts'
import { createRequestQueue } from './request-queue.ts'
import { implementedSamplers } from './samplers/index.ts'
import { loadTokenizer } from './tokenizer/load-tokenizer.ts'
import type { Tokenizer } from './tokenizer/tokenizer.ts'
import { createWorkerThread } from './worker-thread.ts'

export interface BuiltinEngineOptions {
  /** A model folder in the diffusers ONNX layout. */
  modelDir: string
  /** Where converted networks are kept; made if missing. */
  cacheDir: string
  /** Threads of one network run; default one less than the processor has for this process. */
  threads?: number
  log?: EngineLog
}

/**
 * The engine that draws on the processor of this machine, in a worker thread, one request at a time. A
 * missing or damaged model never breaks a start: `health` names the file and requests fail with `model_broken`.
 */
export function createBuiltinEngine(options: BuiltinEngineOptions): ImageEngine {
  const { modelDir, cacheDir } = options
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1)
  const queue = createRequestQueue(
    (handlers) => createWorkerThread({ modelDir, cacheDir, threads }, handlers),
    options.log,
  )
  let tokenizer: Promise<Tokenizer> | null = null

  function readTokenizer(): Promise<Tokenizer> {
    tokenizer ??= loadTokenizer(modelDir)
    tokenizer.catch(() => (tokenizer = null))
    return tokenizer
  }

  async function requireModel(id: string): Promise<ModelDescription> {
    const model = await readModelFolder(modelDir)
    if (model.id === id) return model
    throw new EngineError('model_missing', `The built-in engine has no model ${id}.`, {
      retryable: false,
      userMessage: 'This model does not exist here.',
    })
  }

  return {
    name: 'builtin',
    async capabilities() {
      // A model that cannot be read is not offered; `health` says why.
      const models = await describeModel(modelDir, readTokenizer).then(
        (model) => [model],
        () => [],
      )
      return { ...LIMITS, models, samplers: implementedSamplers }
    },
    async health() {
      const load = queue.load()
      const broken = await problemOf(modelDir, readTokenizer)
      if (broken) return { state: 'down', detail: broken, load }
      return queue.isStarting()
        ? { state: 'starting', detail: 'The model is being loaded.', load }
        : { state: 'ready', detail: null, load }
    },
    async start(request) {
      await requireModel(request.model)
      const id = randomUUID()
      queue.add(id, request)
      return { engine: 'builtin', id }
    },
    follow: ({ id }, handlers) => queue.follow(id, handlers),
    cancel: async ({ id }) => queue.cancel(id),
    async countTokens(model, text) {
      await requireModel(model)
      return (await readTokenizer()).count(text)
    },
    warmUp: () => queue.warmUp(),
    dispose: () => queue.dispose(),
  }
}

const LIMITS: Omit<ImageCapabilities, 'models' | 'samplers'> = {
  features: ['negative_prompt'],
  minSize: 64,
  maxSize: 2048,
  sizeStep: 8,
  maxImages: 4,
  maxSteps: 100,
  stopsAtOnce: true,
}

async function describeModel(
  modelDir: string,
  readTokenizer: () => Promise<Tokenizer>,
): Promise<ImageModel> {
  const { id, name, description, nativeSize, licence } = await readModelFolder(modelDir)
  const { maxTokens } = await readTokenizer()
  return { id, name, description, nativeSize, licence, maxTokens, hash: await hashModel(modelDir) }
}

/** One line that names the file which keeps the model from being used, or null. */
async function problemOf(
  modelDir: string,
  readTokenizer: () => Promise<Tokenizer>,
): Promise<EngineHealth['detail']> {
  try {
    await describeModel(modelDir, readTokenizer)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
