import type { Message } from './protobuf.ts'
import { bytesField, floatField, numberField } from './protobuf.ts'

/** Name of a value in the graph. */
export type Value = string

type Attribute = number | string | readonly number[] | { float: number }

/** Element types of onnx.proto. */
export const ELEMENT = {
  FLOAT: 1,
  UINT8: 2,
  INT8: 3,
  INT64: 7,
  FLOAT16: 10,
  DOUBLE: 11,
  BFLOAT16: 16,
} as const

/** Attribute types of onnx.proto. */
const TYPE = { float: 1, int: 2, string: 3, ints: 7 }

/** Operators of the runtime's own are written `com.microsoft:NAME`. */
const DOMAIN = 'com.microsoft'

/** Where a tensor lies that is not in the ONNX file itself. */
export interface ExternalData {
  /** File beside the ONNX file. */
  location: string
  offset: number
  length: number
}

/** Builds an ONNX model (IR 8, operator set 17) node by node; fields are numbered as in onnx.proto. */
export class OnnxWriter {
  readonly #nodes: Message[] = []
  readonly #constants: Message[] = []
  readonly #inputs: Message[] = []
  readonly #outputs: Message[] = []
  readonly #prefix: string
  #names = 0
  /** An operator of the runtime's own is among the nodes. */
  #usesOwn = false

  /** @param prefix of the names that values are given here, where others come from another graph */
  constructor(prefix = '') {
    this.#prefix = prefix
  }

  input(name: string, shape: readonly (number | string)[], element: number = ELEMENT.FLOAT): Value {
    this.#inputs.push(bytesField(11, valueInfo(name, shape, element)))
    return name
  }

  output(name: string, shape: readonly (number | string)[]): void {
    this.#outputs.push(bytesField(12, valueInfo(name, shape, ELEMENT.FLOAT)))
  }

  /** An output whose type and shape the runtime finds out. */
  outputOfAnyKind(name: string): void {
    this.#outputs.push(bytesField(12, bytesField(1, name)))
  }

  /** A node of another graph as it is there. */
  copyNode(content: Uint8Array, domain: string): void {
    this.#usesOwn ||= domain === DOMAIN
    this.#nodes.push(bytesField(1, content))
  }

  /** A constant of another graph as it is there. */
  copyConstant(content: Uint8Array): void {
    this.#constants.push(bytesField(5, content))
  }

  floats(values: Float32Array, shape: readonly number[]): Value {
    return this.#constant(ELEMENT.FLOAT, shape, values)
  }

  integers(values: readonly number[], shape: readonly number[]): Value {
    return this.#constant(ELEMENT.INT64, shape, BigInt64Array.from(values, BigInt))
  }

  /** Weights in 8 bits: `value * scale + min` in single precision, computed once when the model is loaded. */
  quantised(values: Uint8Array, shape: readonly number[], scale: number, min: number): Value {
    const stored = this.#constant(ELEMENT.UINT8, shape, values)
    const real = this.node('Cast', [stored], { to: ELEMENT.FLOAT })
    const scaled = this.node('Mul', [real, this.floats(Float32Array.of(scale), [])])
    return this.node('Add', [scaled, this.floats(Float32Array.of(min), [])])
  }

  /** Weights in half precision, made single once when the model is loaded. */
  halves(values: Float32Array, shape: readonly number[]): Value {
    const stored = this.#constant(ELEMENT.FLOAT16, shape, Float16Array.from(values))
    return this.node('Cast', [stored], { to: ELEMENT.FLOAT })
  }

  /**
   * Weights in 8 bits with a scale for each entry of the first axis: `value * scale`, computed once when the
   * model is loaded.
   */
  quantisedByChannel(values: Int8Array, shape: readonly number[], scales: Float32Array): Value {
    const stored = this.#constant(ELEMENT.INT8, shape, values)
    const real = this.node('Cast', [stored], { to: ELEMENT.FLOAT })
    const beside = [scales.length, ...shape.slice(1).map(() => 1)]
    return this.node('Mul', [real, this.floats(scales, beside)])
  }

  /** A constant that lies in another file. */
  external(name: string, element: number, shape: readonly number[], data: ExternalData): Value {
    this.#constants.push(bytesField(5, externalTensor(name, element, shape, data)))
    return name
  }

  /**
   * @param operator with the runtime's domain before a colon if it is not ONNX's own
   * @param inputs values, '' for an optional input that is left out
   * @param label the node's own name
   */
  node(
    operator: string,
    inputs: readonly Value[],
    attributes: Record<string, Attribute> = {},
    name = `${this.#prefix}value${this.#names++}`,
    label = '',
  ): Value {
    const [domain, type] = operator.includes(':') ? operator.split(':') : ['', operator]
    this.#usesOwn ||= domain !== ''
    this.#nodes.push(
      bytesField(
        1,
        Buffer.concat([
          ...inputs.map((input) => bytesField(1, input)),
          bytesField(2, name),
          ...(label ? [bytesField(3, label)] : []),
          bytesField(4, type ?? ''),
          ...Object.entries(attributes).map(([key, value]) => bytesField(5, attribute(key, value))),
          ...(domain ? [bytesField(7, domain)] : []),
        ]),
      ),
    )
    return name
  }

  build(): Buffer {
    const graph = Buffer.concat([
      ...this.#nodes,
      bytesField(2, 'graph'),
      ...this.#constants,
      ...this.#inputs,
      ...this.#outputs,
    ])
    return Buffer.concat([
      numberField(1, 8),
      bytesField(7, graph),
      bytesField(8, Buffer.concat([bytesField(1, ''), numberField(2, 17)])),
      ...(this.#usesOwn
        ? [bytesField(8, Buffer.concat([bytesField(1, DOMAIN), numberField(2, 1)]))]
        : []),
    ])
  }

  #constant(
    element: number,
    shape: readonly number[],
    values: Float32Array | Float16Array | BigInt64Array | Uint8Array | Int8Array,
  ): Value {
    const name = `${this.#prefix}constant${this.#names++}`
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    this.#constants.push(bytesField(5, tensor(name, element, shape, bytesField(9, bytes))))
    return name
  }
}

/** A tensor whose numbers lie in another file. */
export function externalTensor(
  name: string,
  element: number,
  shape: readonly number[],
  data: ExternalData,
): Message {
  const entries = Object.entries(data).map(([key, value]) =>
    bytesField(13, Buffer.concat([bytesField(1, key), bytesField(2, String(value))])),
  )
  return tensor(name, element, shape, Buffer.concat([...entries, numberField(14, 1)]))
}

/** @param data the fields that hold the numbers or say where they lie */
function tensor(name: string, element: number, shape: readonly number[], data: Message): Message {
  const dimensions = shape.map((size) => numberField(1, size))
  return Buffer.concat([...dimensions, numberField(2, element), bytesField(8, name), data])
}

function attribute(name: string, value: Attribute): Message {
  const head = bytesField(1, name)
  if (typeof value === 'string')
    return Buffer.concat([head, bytesField(4, value), numberField(20, TYPE.string)])
  if (typeof value === 'number')
    return Buffer.concat([head, numberField(3, value), numberField(20, TYPE.int)])
  if ('float' in value)
    return Buffer.concat([head, floatField(2, value.float), numberField(20, TYPE.float)])
  const items = value.map((item) => numberField(8, item))
  return Buffer.concat([head, ...items, numberField(20, TYPE.ints)])
}

function valueInfo(name: string, shape: readonly (number | string)[], element: number): Message {
  const dimensions = shape.map((size) =>
    bytesField(1, typeof size === 'number' ? numberField(1, size) : bytesField(2, size)),
  )
  const type = Buffer.concat([numberField(1, element), bytesField(2, Buffer.concat(dimensions))])
  return Buffer.concat([bytesField(1, name), bytesField(2, bytesField(1, type))])
}
