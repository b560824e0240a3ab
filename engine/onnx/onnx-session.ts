import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { InferenceSession } from './inference-session.ts'
import { modelBroken, reasonOf } from '../model-files.ts'
import { takeAnyLength, takeRealNumbers } from './network-inputs.ts'
import type { Runtime } from './runtime.ts'
import { backendOf, missingPart } from './runtime.ts'

/** One network, loaded. */
export interface OnnxSession {
  session: InferenceSession
  /** By the names that this engine has for them. */
  inputs: InferenceSession.TensorValueMetadata[]
  /** What the file calls those inputs that it calls otherwise. */
  otherNames: Readonly<Record<string, string>>
  outputNames: readonly string[]
}

/** Names of inputs of a network. */
export interface KnownInputs {
  /** All that the engine can feed: a network with others is refused. Null: its caller looks at them. */
  known: readonly string[] | null
  wider?: WiderInputs
}

/** Inputs that take more than many files say. */
interface WiderInputs {
  /** Takes real numbers where the file wants whole ones. */
  real: string
  /** Takes any length along its second axis. */
  anyLength: string
}

/** Larger files are not read into memory to change them. */
const MOST_BYTES = 512 * 2 ** 20

/**
 * Loads a network for the runtime's provider, or for the processor where that one cannot be had.
 *
 * @param inputs those in `wider` are made to take more than the file says; a network that cannot is loaded as it is
 * @throws EngineError `model_broken`, also for an input that is not known
 */
export async function openSession(
  file: string,
  runtime: Runtime,
  inputs: KnownInputs,
): Promise<OnnxSession> {
  const { known, wider } = inputs
  const opened = await openAnywhere(file, runtime, wider)
  if (known === null) return opened
  const network = byKnownNames(opened, known)
  const stranger = network.inputs.find(({ name }) => !known.includes(name))
  if (!stranger) return network
  await network.session.release()
  throw modelBroken(file, `has the input ${stranger.name}, which this engine has nothing for`)
}

/** What programs that export networks call their inputs beside what diffusers does. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  input_ids: ['tokens', 'ids'],
  sample: ['latent_model_input', 'latents', 'latent', 'x', 'image', 'pixel_values'],
  timestep: ['timesteps', 'time_step', 't'],
  encoder_hidden_states: ['prompt_embeds', 'text_embeddings', 'context'],
  latent_sample: ['latents', 'latent', 'z', 'sample'],
}

function byKnownNames(network: OnnxSession, known: readonly string[]): OnnxSession {
  const taken = new Set(network.inputs.map(({ name }) => name))
  const otherNames: Record<string, string> = {}
  const inputs = network.inputs.map((input) => {
    if (known.includes(input.name)) return input
    const ours = known.find((name) => !taken.has(name) && OTHER_NAMES[name]?.includes(input.name))
    if (ours === undefined) return input
    otherNames[ours] = input.name
    return { ...input, name: ours }
  })
  return { ...network, inputs, otherNames }
}

async function openAnywhere(
  file: string,
  runtime: Runtime,
  wider: WiderInputs | undefined,
): Promise<OnnxSession> {
  const { provider = 'cpu', onFallback } = runtime
  if (provider === 'cpu') return openOn([], file, runtime, wider)
  const fallBack = (reason: string): void =>
    onFallback?.(`${provider} cannot be used (${reason}); the processor draws in its place`)
  const missing = missingPart(provider)
  if (missing === null) {
    try {
      return await openOn([backendOf(provider)], file, runtime, wider)
    } catch (error) {
      // What is broken in itself fails on the processor too, and that says it better.
      const session = await openOn([], file, runtime, wider)
      fallBack(reasonOf((error as Error).cause))
      return session
    }
  }
  fallBack(missing)
  return openOn([], file, runtime, wider)
}

/** @param backends tried before the processor, which also takes what they cannot run */
async function openOn(
  backends: readonly string[],
  file: string,
  { threads, givesBack = false }: Runtime,
  wider: WiderInputs | undefined,
): Promise<OnnxSession> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: [...backends, 'cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: !givesBack && !(await isLarge(file)),
    logSeverityLevel: 3,
    // Threads that wait for work by spinning would take the processor from the web server beside us.
    extra: {
      session: {
        intra_op: { allow_spinning: '0' },
        // A file that was changed in memory has its weights beside it all the same.
        model_external_initializers_file_folder_path: path.dirname(path.resolve(file)),
      },
    },
  }
  try {
    const changed = wider ? await readChanged(file, wider) : null
    const session =
      (changed && (await InferenceSession.create(changed, options).catch(() => null))) ??
      (await InferenceSession.create(file, options))
    const inputs = session.inputMetadata.filter((input) => input.isTensor)
    return { session, inputs, otherNames: {}, outputNames: session.outputNames }
  } catch (error) {
    throw modelBroken(file, `cannot be loaded (${reasonOf(error)})`, error)
  }
}

/** Networks of which the runtime's store of memory, which grows by doubling, would hold more than they need. */
const LARGE_BYTES = 128 * 2 ** 20

async function isLarge(file: string): Promise<boolean> {
  const folder = path.dirname(file)
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(path.join(folder, name)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0) > LARGE_BYTES
}

async function readChanged(file: string, { real, anyLength }: WiderInputs): Promise<Buffer | null> {
  const { size } = await stat(file)
  if (size > MOST_BYTES) return null
  const model = await readFile(file)
  const changes = [takeRealNumbers(model, real), takeAnyLength(model, anyLength, 1)]
  return changes.includes(true) ? model : null
}

/**
 * Runs a network.
 *
 * @param output the name of the result that is wanted; the network's first one if it has none of that name
 * @returns in single precision, also of a network in half precision
 */
export async function runSession(
  network: OnnxSession,
  feeds: Record<string, Tensor>,
  output?: string,
): Promise<Numbers> {
  const { outputNames } = network
  const name = outputNames.find((one) => one === output) ?? outputNames[0] ?? ''
  return (await runForAll(network, feeds, [name]))[0]!
}

/** Numbers in single precision. */
export interface Numbers {
  data: Float32Array
  dims: readonly number[]
}

/** As {@link runSession} for several results, which the network must have. */
export async function runForAll(
  { session, otherNames }: OnnxSession,
  feeds: Record<string, Tensor>,
  outputs: readonly string[],
): Promise<Numbers[]> {
  const fed = Object.entries(feeds).map(([name, tensor]) => [otherNames[name] ?? name, tensor])
  const results = await session.run(Object.fromEntries(fed) as typeof feeds, outputs, {
    logSeverityLevel: 4,
  })
  return outputs.map((name) => inSingle(name, results[name]))
}

function inSingle(name: string, result: Tensor | undefined): Numbers {
  if (!result) throw new TypeError(`The network has no output ${name}.`)
  const { data, dims } = result
  if (data instanceof Float32Array) return { data, dims }
  if (data instanceof Float16Array || data instanceof Float64Array)
    return { data: Float32Array.from(data), dims }
  throw new TypeError(`The network's output ${name} is ${result.type}, not floating point.`)
}

/** Numbers as the type that the named input wants: exports differ (int64, int32, single or half precision). */
export function numbersFor(
  { inputs }: OnnxSession,
  name: string,
  values: Float32Array | readonly number[],
  dims: readonly number[],
): Tensor {
  switch (inputs.find((input) => input.name === name)?.type) {
    case 'int64':
      return new Tensor('int64', BigInt64Array.from(values, wholeNumber), dims)
    case 'int32':
      return new Tensor('int32', Int32Array.from(values, Math.round), dims)
    case 'bool':
      return new Tensor('bool', Uint8Array.from(values), dims)
    case 'float16':
      return halfTensor(values, dims)
    case 'float64':
      return new Tensor('float64', Float64Array.from(values), dims)
    default: {
      const single = values instanceof Float32Array ? values : Float32Array.from(values)
      return new Tensor('float32', single, dims)
    }
  }
}

/** The runtime's binding cannot read the Float16Array that a Tensor keeps, only its bits. */
function halfTensor(values: Float32Array | readonly number[], dims: readonly number[]): Tensor {
  const bits = new Uint16Array(Float16Array.from(values).buffer)
  return Object.defineProperty(new Tensor('float16', bits, dims), 'data', { value: bits })
}

const wholeNumber = (value: number): bigint => BigInt(Math.round(value))
