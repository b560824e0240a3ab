import { Tensor } from 'onnxruntime-node'
import { InferenceSession } from '../../onnx/inference-session.ts'
import type { Value } from '../../onnx/onnx-writer.ts'
import { OnnxWriter } from '../../onnx/onnx-writer.ts'
import { dependingOn, writeNode } from './differentiate.ts'
import type { Graph } from './read-graph.ts'
import type { KnownValues } from './rules.ts'
import { sizeOf } from './values.ts'

/** Inputs of operators that are settings: their numbers are wanted, not their shape. */
const SETTINGS: Readonly<Record<string, readonly number[]>> = { Slice: [1, 2, 3, 4] }

/**
 * Finds out the shapes of the values that depend on some inputs, and of what they are computed with, by running the
 * graph once: exports compute many of them while they run.
 *
 * @param shapes of all inputs, which are real numbers
 * @param folder of the file, where weights may lie beside it
 */
export async function traceValues(
  graph: Graph,
  shapes: Readonly<Record<Value, readonly number[]>>,
  inputs: readonly Value[],
  folder: string,
): Promise<KnownValues> {
  const reached = dependingOn(graph, inputs)
  const shaped = new Set<Value>()
  const settings = new Set<Value>()
  for (const node of graph.nodes.filter(({ outputs }) => reached.has(outputs[0] ?? ''))) {
    for (const [place, input] of node.inputs.entries()) {
      if (input === '') continue
      if (SETTINGS[node.operator]?.includes(place)) settings.add(input)
      else shaped.add(input)
    }
    for (const output of node.outputs) shaped.add(output)
  }
  const writer = new OnnxWriter(PREFIX)
  for (const [name, shape] of Object.entries(shapes)) writer.input(name, shape)
  for (const constant of graph.constants) writer.copyConstant(constant)
  for (const node of graph.nodes) writeNode(writer, node)
  const ask = (operator: string, values: ReadonlySet<Value>) =>
    new Map(
      [...values].map((value) => {
        const name = writer.node(operator, [value])
        writer.outputOfAnyKind(name)
        return [value, name]
      }),
    )
  const [shapeNames, settingNames] = [ask('Shape', shaped), ask('Identity', settings)]
  const session = await InferenceSession.create(writer.build(), {
    // It runs once: what would make it fast takes longer than the run.
    graphOptimizationLevel: 'disabled',
    logSeverityLevel: 3,
    extra: { session: { model_external_initializers_file_folder_path: folder } },
  })
  try {
    const feeds = Object.entries(shapes).map(([name, shape]) => [
      name,
      new Tensor('float32', new Float32Array(sizeOf(shape)), shape),
    ])
    const results = await session.run(Object.fromEntries(feeds) as Record<string, Tensor>)
    const read = (names: ReadonlyMap<Value, Value>, value: Value): readonly number[] => {
      const result = results[names.get(value) ?? '']
      if (!result) throw new Error(`uses ${value} in a way that is not known`)
      return Array.from(result.data as BigInt64Array | Int32Array, Number)
    }
    return {
      shapeOf: (value) => read(shapeNames, value),
      integersOf: (value) => read(settingNames, value),
    }
  } finally {
    await session.release()
  }
}

const PREFIX = 'traced/'
