import { Tensor } from 'onnxruntime-node'
import { InferenceSession } from '../onnx/inference-session.ts'
import { OnnxWriter } from '../onnx/onnx-writer.ts'
import { backendOf, missingPart, type Runtime } from '../onnx/runtime.ts'

/** Channels and edge of the widest layers of Stable Diffusion 1.5 at 512 x 512 pixels. */
const CHANNELS = 320
const EDGE = 64
const HIDDEN = 4 * CHANNELS
/** Multiplications and additions of one run: a convolution of 3 x 3, then a feed-forward block. */
const OPERATIONS = 2 * EDGE * EDGE * (9 * CHANNELS * CHANNELS + 2 * CHANNELS * HIDDEN)
/** The quickest run counts: others were held up by whatever else the machine did. */
const RUNS = 6
const MOST_MS = 1500

/**
 * How fast networks run on this machine, 10^12 operations a second: layers as diffusion models have them, with weights
 * that mean nothing, a second at most.
 *
 * @param threads and provider as the engine runs its networks
 */
export async function measureSpeed(runtime: Runtime): Promise<number> {
  const session = await openProbe(runtime)
  try {
    const shape = [1, CHANNELS, EDGE, EDGE]
    const values = Float32Array.from({ length: CHANNELS * EDGE * EDGE }, (_, i) => Math.sin(i))
    const feeds = { x: new Tensor('float32', values, shape) }
    await session.run(feeds)
    const began = performance.now()
    let least = Infinity
    for (let run = 0; run < RUNS && performance.now() - began < MOST_MS; run++) {
      const before = performance.now()
      await session.run(feeds)
      least = Math.min(least, performance.now() - before)
    }
    return OPERATIONS / (least / 1000) / 1e12
  } finally {
    await session.release()
  }
}

async function openProbe({ threads, provider = 'cpu' }: Runtime): Promise<InferenceSession> {
  const open = (backend: string) =>
    InferenceSession.create(writeProbe(), {
      executionProviders: [backend],
      intraOpNumThreads: threads,
    })
  if (provider === 'cpu' || missingPart(provider) !== null) return open('cpu')
  return open(backendOf(provider)).catch(() => open('cpu'))
}

function writeProbe(): Buffer {
  const graph = new OnnxWriter()
  const x = graph.input('x', [1, CHANNELS, EDGE, EDGE])
  const kernel = weights(graph, [CHANNELS, CHANNELS, 3, 3])
  const convolved = graph.node('Conv', [x, kernel], { pads: [1, 1, 1, 1] })
  const flat = graph.node('Reshape', [convolved, graph.integers([1, CHANNELS, -1], [3])])
  const tokens = graph.node('Transpose', [flat], { perm: [0, 2, 1] })
  const wide = graph.node('Relu', [
    graph.node('MatMul', [tokens, weights(graph, [CHANNELS, HIDDEN])]),
  ])
  const narrow = graph.node('MatMul', [wide, weights(graph, [HIDDEN, CHANNELS])])
  // One number comes back, so that a graphics card's answer is not a matter of its bus.
  graph.node('ReduceMean', [narrow], { keepdims: 0 }, 'mean')
  graph.output('mean', [])
  return graph.build()
}

function weights(graph: OnnxWriter, shape: readonly number[]): string {
  const count = shape.reduce((product, edge) => product * edge, 1)
  return graph.floats(
    Float32Array.from({ length: count }, (_, i) => 0.02 * Math.cos(i)),
    shape,
  )
}
