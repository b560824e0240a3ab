import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readLayers } from '../diffusion/lora/fit-loras.ts'
import { modelBroken, reasonOf } from '../model-files.ts'
import { takeRealNumbers } from '../onnx/network-inputs.ts'
import type { Value } from '../onnx/onnx-writer.ts'
import { OnnxWriter } from '../onnx/onnx-writer.ts'
import { writeGradients, writeNode } from './gradient/differentiate.ts'
import type { Graph, GraphNode } from './gradient/read-graph.ts'
import { readGraph } from './gradient/read-graph.ts'
import { traceValues } from './gradient/trace-values.ts'
import { multiply, scalar, sizeOf } from './gradient/values.ts'

/** One of the two matrices that are trained for a layer. */
export interface LoraMatrix {
  /** As in the names of kohya's scripts; see {@link LoraKey}. */
  layer: string
  part: 'down' | 'up'
  /** [rank, in] or [out, rank] */
  shape: readonly [number, number]
  /** Input of the graph. */
  input: Value
  /** Output of the graph: its gradient. */
  gradient: Value
}

/** Shapes of what a denoiser is fed, by its inputs' names; the first axis of each is the batch. */
export type DenoiserShapes = Readonly<Record<string, readonly number[]>> & {
  sample: readonly number[]
}

/** A training step as one graph: loss and gradients of all matrices. */
export interface TrainingGraph {
  bytes: Buffer
  /** Where weights may lie that are not in the bytes. */
  folder: string
  matrices: LoraMatrix[]
}

/** Names of inputs and outputs beside the denoiser's own and the matrices'. */
export const STEP = { target: 'target', weights: 'loss_weights', loss: 'loss' } as const

const PREFIX = 'training/'

/**
 * Writes the training step of a model's denoiser around the graph of its file: LoRAs at all its linear layers (Hu et
 * al. 2021, arXiv:2106.09685), the weighted square error of its prediction, and the way back to the LoRAs. Nothing of
 * it is kept on disk: the weights are those of the file, also stored in 8 bits.
 *
 * @throws EngineError `model_broken` for a network that cannot be trained
 */
export async function writeTrainingGraph(
  modelDir: string,
  shapes: DenoiserShapes,
  rank: number,
): Promise<TrainingGraph> {
  const file = path.join(modelDir, 'unet', 'model.onnx')
  const { layers } = await readLayers(modelDir, 'unet')
  try {
    const bytes = await readFile(file)
    takeRealNumbers(bytes, 'timestep')
    const graph = readGraph(bytes)
    const missing = graph.inputs.find((name) => !(name in shapes))
    if (missing) throw new Error(`has the input ${missing}, which training has nothing for`)
    const places = new Map(
      [...layers].flatMap(([layer, { nodes, shape, inputFirst }]) =>
        nodes.flatMap(({ operator, outputs }) =>
          operator === 'MatMul' && inputFirst && shape.length === 2
            ? [[outputs[0] ?? '', { layer, shape }] as const]
            : [],
        ),
      ),
    )
    if (places.size === 0) throw new Error('does not say which layer is which')
    const { nodes, matrices } = withLoras(graph.nodes, places, rank)
    const folder = path.dirname(path.resolve(file))
    return {
      bytes: await writeStep({ ...graph, nodes }, shapes, matrices, folder),
      folder,
      matrices,
    }
  } catch (error) {
    throw modelBroken(file, reasonOf(error), error)
  }
}

interface LinearLayer {
  layer: string
  /** [out, in] */
  shape: readonly number[]
}

/** Each linear layer gets its LoRA beside it: what it says is added to what the layer says. */
function withLoras(
  all: readonly GraphNode[],
  places: ReadonlyMap<Value, LinearLayer>,
  rank: number,
): { nodes: GraphNode[]; matrices: LoraMatrix[] } {
  const matrices = new Map<Value, LoraMatrix>()
  const matrix = (layer: string, part: LoraMatrix['part'], shape: [number, number]): Value => {
    const input = `${layer}.${part}`
    matrices.set(input, { layer, part, shape, input, gradient: `${input}.gradient` })
    return input
  }
  const nodes = all.flatMap((node): GraphNode[] => {
    const output = node.outputs[0] ?? ''
    const place = places.get(output)
    if (!place) return [node]
    const { layer } = place
    const [out = 0, inner = 0] = place.shape
    const x = node.inputs[0] ?? ''
    const named = (what: string): Value => `${PREFIX}${output}/${what}`
    const turned = (what: Value, name: Value): GraphNode => added('Transpose', [what], name)
    return [
      added('MatMul', node.inputs, named('frozen')),
      turned(matrix(layer, 'down', [rank, inner]), named('down')),
      turned(matrix(layer, 'up', [out, rank]), named('up')),
      added('MatMul', [x, named('down')], named('inner')),
      added('MatMul', [named('inner'), named('up')], named('change')),
      added('Add', [named('frozen'), named('change')], output),
    ]
  })
  return { nodes, matrices: [...matrices.values()] }
}

function added(operator: string, inputs: string[], output: Value): GraphNode {
  const none = { domain: '', integers: {}, reals: {}, texts: {}, content: null }
  return { operator, inputs, outputs: [output], ...none }
}

async function writeStep(
  graph: Graph,
  shapes: DenoiserShapes,
  matrices: readonly LoraMatrix[],
  folder: string,
): Promise<Buffer> {
  const trained = matrices.map(({ input }) => input)
  const own = Object.fromEntries(graph.inputs.map((name) => [name, shapes[name]!]))
  const all = { ...own, ...Object.fromEntries(matrices.map(({ input, shape }) => [input, shape])) }
  const known = await traceValues(graph, all, trained, folder)
  const prediction = graph.outputs[0] ?? ''
  const shape = known.shapeOf(prediction)
  const writer = new OnnxWriter(PREFIX)
  for (const [name, size] of Object.entries(all)) writer.input(name, size)
  const target = writer.input(STEP.target, shape)
  const weights = writer.input(STEP.weights, [shape[0]!, ...shape.slice(1).map(() => 1)])
  for (const constant of graph.constants) writer.copyConstant(constant)
  for (const node of graph.nodes) writeNode(writer, node)

  const difference = writer.node('Sub', [prediction, target])
  const weighted = multiply(writer, difference, weights)
  const squares = multiply(writer, weighted, difference)
  writer.node('ReduceMean', [squares], { keepdims: 0 }, STEP.loss)
  writer.output(STEP.loss, [])
  const seed = multiply(writer, weighted, scalar(writer, 2 / sizeOf(shape)))
  const gradients = writeGradients(writer, graph, { value: prediction, seed }, trained, known)
  for (const [i, { gradient, shape: size }] of matrices.entries()) {
    writer.node('Identity', [gradients[i]!], {}, gradient)
    writer.output(gradient, size)
  }
  return writer.build()
}
