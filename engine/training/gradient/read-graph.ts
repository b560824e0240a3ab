import type { Field } from '../../onnx/read-fields.ts'
import { fieldsIn, findField, readIntegers, wholeMessage } from '../../onnx/read-fields.ts'

/** A node with all that it says. */
export interface GraphNode {
  operator: string
  /** '' for ONNX's own operators. */
  domain: string
  inputs: string[]
  outputs: string[]
  /** Attributes that are whole numbers or lists of them. */
  integers: Readonly<Record<string, readonly number[]>>
  /** Attributes that are real numbers. */
  reals: Readonly<Record<string, number>>
  /** Attributes that are texts. */
  texts: Readonly<Record<string, string>>
  /** The node as it is in its file; null for one that is in none. */
  content: Uint8Array | null
}

/** An ONNX graph in memory. */
export interface Graph {
  /** Each after those whose results it takes. */
  nodes: GraphNode[]
  /** Constants as they are in the file. */
  constants: Uint8Array[]
  inputs: string[]
  outputs: string[]
}

/** Field numbers of onnx.proto3. */
const MODEL = { graph: 7, operatorSet: 8 }
const OPERATOR_SET = { domain: 1, version: 2 }
const GRAPH = { node: 1, constant: 5, input: 11, output: 12 }
const NODE = { input: 1, output: 2, operator: 4, attribute: 5, domain: 7 }
const ATTRIBUTE = { name: 1, real: 2, integer: 3, text: 4, integers: 8 }
const VALUE_NAME = 1

/** The operators that graphs of this engine are written with. */
const OPERATOR_SET_VERSION = 17

/**
 * @param bytes of an ONNX file
 * @throws Error in a few words if it is none, or of another operator set than this engine writes
 */
export function readGraph(bytes: Buffer): Graph {
  const whole = wholeMessage(bytes)
  const content = findField(bytes, whole, MODEL.graph)
  if (!content) throw new Error('has no graph')
  requireOperatorSet(bytes, whole)
  const graph: Graph = { nodes: [], constants: [], inputs: [], outputs: [] }
  for (const field of fieldsIn(bytes, content)) {
    if (field.number === GRAPH.node) graph.nodes.push(readNode(bytes, field))
    else if (field.number === GRAPH.constant)
      graph.constants.push(bytes.subarray(field.from, field.to))
    else if (field.number === GRAPH.input) graph.inputs.push(textAt(bytes, field, VALUE_NAME))
    else if (field.number === GRAPH.output) graph.outputs.push(textAt(bytes, field, VALUE_NAME))
  }
  return graph
}

function requireOperatorSet(bytes: Buffer, whole: Field): void {
  for (const field of fieldsIn(bytes, whole)) {
    if (field.number !== MODEL.operatorSet || textAt(bytes, field, OPERATOR_SET.domain)) continue
    const version = findField(bytes, field, OPERATOR_SET.version)
    const number = version ? readIntegers(bytes, version)[0] : undefined
    if (number === OPERATOR_SET_VERSION) continue
    throw new Error(`has operator set ${number}, and ${OPERATOR_SET_VERSION} is needed`)
  }
}

function readNode(bytes: Buffer, node: Field): GraphNode {
  const [inputs, outputs]: [string[], string[]] = [[], []]
  const integers: Record<string, readonly number[]> = {}
  const reals: Record<string, number> = {}
  const texts: Record<string, string> = {}
  for (const field of fieldsIn(bytes, node)) {
    if (field.number === NODE.input) inputs.push(text(bytes, field))
    else if (field.number === NODE.output) outputs.push(text(bytes, field))
    else if (field.number === NODE.attribute) {
      const name = textAt(bytes, field, ATTRIBUTE.name)
      const whole = [...fieldsIn(bytes, field)]
        .filter(({ number }) => number === ATTRIBUTE.integer || number === ATTRIBUTE.integers)
        .flatMap((part) => readIntegers(bytes, part))
      const real = findField(bytes, field, ATTRIBUTE.real)
      if (whole.length > 0) integers[name] = whole
      if (real) reals[name] = bytes.readFloatLE(real.from)
      if (findField(bytes, field, ATTRIBUTE.text))
        texts[name] = textAt(bytes, field, ATTRIBUTE.text)
    }
  }
  return {
    operator: textAt(bytes, node, NODE.operator),
    domain: textAt(bytes, node, NODE.domain),
    inputs,
    outputs,
    integers,
    reals,
    texts,
    content: bytes.subarray(node.from, node.to),
  }
}

function textAt(bytes: Buffer, parent: Field, number: number): string {
  const field = findField(bytes, parent, number)
  return field ? text(bytes, field) : ''
}

function text(bytes: Buffer, { from, to }: Field): string {
  return bytes.toString('utf8', from, to)
}
