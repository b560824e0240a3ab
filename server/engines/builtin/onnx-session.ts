import { InferenceSession, Tensor } from 'onnxruntime-node'
import { modelBroken, reasonOf } from './model/model-files.ts'

/** One network, loaded. */
export interface OnnxSession {
  session: InferenceSession
  inputs: InferenceSession.TensorValueMetadata[]
  outputNames: readonly string[]
}

/**
 * Loads a network for the CPU.
 *
 * @param threads of one run; results are the same bit by bit for the same number
 * @throws EngineError `model_broken`
 */
export async function openSession(file: string, threads: number): Promise<OnnxSession> {
  try {
    const session = await InferenceSession.create(file, {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
      // Threads that wait for work by spinning would take the processor from the web server beside us.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    })
    const inputs = session.inputMetadata.filter((input) => input.isTensor)
    return { session, inputs, outputNames: session.outputNames }
  } catch (error) {
    throw modelBroken(file, `cannot be loaded (${reasonOf(error)})`, error)
  }
}

/** Runs a network whose first output is single-precision. Tensors are given in the network's own order or by name. */
export async function runSession(
  { session, outputNames }: OnnxSession,
  feeds: Record<string, Tensor>,
): Promise<{ data: Float32Array; dims: readonly number[] }> {
  const [name] = outputNames
  const results = await session.run(feeds)
  const output = name === undefined ? undefined : results[name]
  if (!output || !(output.data instanceof Float32Array))
    throw new TypeError(`The network's output ${name} is not single precision.`)
  return { data: output.data, dims: output.dims }
}

/** Whole numbers as the type that the named input wants (exports differ: int64, int32 or float). */
export function numbersFor(
  { inputs }: OnnxSession,
  name: string,
  values: readonly number[],
  dims: readonly number[],
): Tensor {
  const type = inputs.find((input) => input.name === name)?.type
  if (type === 'int64') {
    const whole = BigInt64Array.from(values, (value) => BigInt(Math.round(value)))
    return new Tensor('int64', whole, dims)
  }
  if (type === 'int32') return new Tensor('int32', Int32Array.from(values, Math.round), dims)
  return new Tensor('float32', Float32Array.from(values), dims)
}
