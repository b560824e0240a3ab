import type { Message } from './protobuf.ts'
import { bytesField, floatField, numberField } from './protobuf.ts'

/** Name of a value in the graph. */
export type Value = string

type Attribute = number | string | readonly number[] | { float: number }

const FLOAT = 1
const INT64 = 7

/** Attribute types of onnx.proto. */
const TYPE = { float: 1, int: 2, string: 3, ints: 7 }

/** Builds an ONNX model (IR 8, operator set 17) node by node; fields are numbered as in onnx.proto. */
export class OnnxWriter {
  readonly #nodes: Message[] = []
  readonly #constants: Message[] = []
  readonly #inputs: Message[] = []
  readonly #outputs: Message[] = []
  #names = 0

  input(name: string, shape: readonly (number | string)[]): Value {
    this.#inputs.push(bytesField(11, valueInfo(name, shape)))
    return name
  }

  output(name: string, shape: readonly (number | string)[]): void {
    this.#outputs.push(bytesField(12, valueInfo(name, shape)))
  }

  floats(values: Float32Array, shape: readonly number[]): Value {
    return this.#constant(FLOAT, shape, values)
  }

  integers(values: readonly number[], shape: readonly number[]): Value {
    return this.#constant(INT64, shape, BigInt64Array.from(values, BigInt))
  }

  /** @param inputs values, '' for an optional input that is left out */
  node(
    operator: string,
    inputs: readonly Value[],
    attributes: Record<string, Attribute> = {},
    name = `value${this.#names++}`,
  ): Value {
    this.#nodes.push(
      bytesField(
        1,
        Buffer.concat([
          ...inputs.map((input) => bytesField(1, input)),
          bytesField(2, name),
          bytesField(4, operator),
          ...Object.entries(attributes).map(([key, value]) => bytesField(5, attribute(key, value))),
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
    const operators = Buffer.concat([bytesField(1, ''), numberField(2, 17)])
    return Buffer.concat([numberField(1, 8), bytesField(7, graph), bytesField(8, operators)])
  }

  #constant(type: number, shape: readonly number[], values: Float32Array | BigInt64Array): Value {
    const name = `constant${this.#names++}`
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    this.#constants.push(
      bytesField(
        5,
        Buffer.concat([
          ...shape.map((size) => numberField(1, size)),
          numberField(2, type),
          bytesField(8, name),
          bytesField(9, bytes),
        ]),
      ),
    )
    return name
  }
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

function valueInfo(name: string, shape: readonly (number | string)[]): Message {
  const dimensions = shape.map((size) =>
    bytesField(1, typeof size === 'number' ? numberField(1, size) : bytesField(2, size)),
  )
  const tensor = Buffer.concat([numberField(1, FLOAT), bytesField(2, Buffer.concat(dimensions))])
  return Buffer.concat([bytesField(1, name), bytesField(2, bytesField(1, tensor))])
}
