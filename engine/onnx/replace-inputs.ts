import type { ExternalData } from './onnx-writer.ts'
import { externalTensor } from './onnx-writer.ts'
import { bytesField, longField } from './protobuf.ts'
import type { ScannedModel, ScannedNode } from './scan-model.ts'

/** A constant that some nodes are to read in the place of another one. */
export interface Replacement {
  /** Differs from all names in the graph. */
  name: string
  /** Element type of onnx.proto. */
  element: number
  shape: readonly number[]
  data: ExternalData
  nodes: readonly ScannedNode[]
  /** Which input of those nodes. */
  input: number
}

const MODEL_GRAPH = 7
const GRAPH = { node: 1, tensor: 5 }
const NODE_INPUT = 1

/**
 * A copy of an ONNX file in which nodes read other constants, whose numbers lie beside it. The constants that they replace stay; the runtime drops what nothing reads.
 *
 * @param bytes of the scanned file
 */
export function replaceInputs(
  bytes: Buffer,
  { graph }: ScannedModel,
  replacements: readonly Replacement[],
): Buffer {
  const nodes = replacements
    .flatMap(({ name, nodes: all, input }) => all.map((node) => ({ node, name, input })))
    .toSorted((a, b) => a.node.span.from - b.node.span.from)
  const { whole, content } = graph
  const parts: Buffer[] = []
  let at = content.from
  for (const { node, name, input } of nodes) {
    parts.push(bytes.subarray(at, node.span.from), rewriteNode(bytes, node, name, input))
    at = node.span.to
  }
  parts.push(bytes.subarray(at, content.to), ...replacements.map(newConstant))
  return Buffer.concat([
    bytes.subarray(0, whole.from),
    ...longField(MODEL_GRAPH, parts),
    bytes.subarray(whole.to),
  ])
}

/** Inputs are rewritten; what else there is stays. */
function rewriteNode(bytes: Buffer, node: ScannedNode, name: string, input: number): Buffer {
  const inputs = node.inputs.map((one, place) =>
    bytesField(NODE_INPUT, place === input ? name : one),
  )
  const rest = [...otherFields(bytes, node)]
  return bytesField(GRAPH.node, Buffer.concat([...inputs, ...rest]))
}

function* otherFields(bytes: Buffer, { span }: ScannedNode): Generator<Buffer> {
  const varint = (from: number): [value: number, next: number] => {
    let value = 0
    for (let at = from, factor = 1; ; at++, factor *= 128) {
      const byte = bytes[at]!
      value += (byte & 127) * factor
      if (byte < 128) return [value, at + 1]
    }
  }
  const [, length] = varint(span.from)
  let [, at] = varint(length)
  while (at < span.to) {
    const [tag, next] = varint(at)
    const [value, after] = varint(next)
    // All fields of a node have a length of their own.
    const end = after + value
    if (Math.floor(tag / 8) !== NODE_INPUT) yield bytes.subarray(at, end)
    at = end
  }
}

function newConstant({ name, element, shape, data }: Replacement): Buffer {
  return bytesField(GRAPH.tensor, externalTensor(name, element, shape, data))
}
