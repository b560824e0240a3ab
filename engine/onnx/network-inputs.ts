import type { Field } from './read-fields.ts'
import { BYTES, fieldsIn, findField, wholeMessage } from './read-fields.ts'

/**
 * What an ONNX file says of its inputs, changed in memory where the export is narrower than the network. The
 * changes keep the length of every field, so that nothing else in the file moves.
 */
const [INT32, INT64, FLOAT] = [6, 7, 1]

/** Field numbers of onnx.proto3. */
const MODEL_GRAPH = 7
const GRAPH_NODE = 1
const GRAPH_INPUT = 11
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 }
const ATTRIBUTE = { name: 1, integer: 3 }
const VALUE = { name: 1, type: 2 }
const TYPE_TENSOR = 1
const TENSOR = { element: 1, shape: 2 }
const SHAPE_DIMENSION = 1
const DIMENSION = { value: 1, name: 2 }

/** Operators that hand a number on as it is. */
const HANDING_ON = new Set(['Identity', 'Unsqueeze', 'Squeeze', 'Reshape', 'Expand', 'Cast'])

/**
 * Makes the input `name` take real numbers. Many exports take the timestep as a whole one, although the network
 * was trained on any and the samplers ask for fractions: the first thing such a network does is to turn it into a
 * real number.
 *
 * @returns false if there is no such input, or one that is not a whole number; the bytes are then unchanged
 */
export function takeRealNumbers(model: Buffer, name: string): boolean {
  const tensor = findInput(model, name)
  const element = tensor && findField(model, tensor, TENSOR.element)
  if (!element || ![INT32, INT64].includes(model[element.from]!)) return false
  model[element.from] = FLOAT
  keepReal(model, name)
  return true
}

/** Some exports make whole numbers of it once more before they make a real one: those casts keep it as it is. */
function keepReal(model: Buffer, name: string): void {
  const graph = findField(model, wholeMessage(model), MODEL_GRAPH)
  if (!graph) return
  const followed = new Set([name])
  const textOf = ({ from, to }: Field) => model.toString('utf8', from, to)
  for (const node of fieldsIn(model, graph)) {
    if (node.number !== GRAPH_NODE) continue
    const parts = [...fieldsIn(model, node)]
    const operator = parts.find(({ number }) => number === NODE.operator)
    const [input, output] = [NODE.input, NODE.output].map((place) =>
      parts.find(({ number }) => number === place),
    )
    if (!operator || !input || !output || !followed.has(textOf(input))) continue
    const kind = textOf(operator)
    if (!HANDING_ON.has(kind)) continue
    if (kind === 'Cast') {
      const to = castTarget(model, parts)
      if (!to || ![INT32, INT64].includes(model[to.from]!)) continue
      model[to.from] = FLOAT
    }
    followed.add(textOf(output))
  }
}

/** Where a cast says what it makes. */
function castTarget(model: Buffer, parts: readonly Field[]): Field | null {
  for (const attribute of parts) {
    if (attribute.number !== NODE.attribute) continue
    const label = findField(model, attribute, ATTRIBUTE.name)
    if (label && model.toString('utf8', label.from, label.to) === 'to')
      return findField(model, attribute, ATTRIBUTE.integer)
  }
  return null
}

/**
 * Makes the input `name` take any length along one axis: attention does not care how many words it looks at,
 * but many exports fix their number.
 *
 * @returns false if there is no such input, or its length is open already; the bytes are then unchanged
 */
export function takeAnyLength(model: Buffer, name: string, axis: number): boolean {
  const tensor = findInput(model, name)
  const shape = tensor && findField(model, tensor, TENSOR.shape)
  const dimensions = shape ? [...fieldsIn(model, shape)] : []
  const dimension = dimensions.filter(({ number }) => number === SHAPE_DIMENSION)[axis]
  const value = dimension && findField(model, dimension, DIMENSION.value)
  if (!value) return false
  // A number becomes a name of the same length: one byte of its own length, then letters.
  model[value.from - 1] = DIMENSION.name * 8 + BYTES
  model[value.from] = value.to - value.from - 1
  model.fill('n', value.from + 1, value.to)
  return true
}

/** The tensor type of a graph's input. */
function findInput(model: Buffer, name: string): Field | null {
  const whole = wholeMessage(model)
  const graph = findField(model, whole, MODEL_GRAPH)
  if (!graph) return null
  for (const input of fieldsIn(model, graph)) {
    const label = input.number === GRAPH_INPUT ? findField(model, input, VALUE.name) : null
    if (!label || model.toString('utf8', label.from, label.to) !== name) continue
    const type = findField(model, input, VALUE.type)
    return type && findField(model, type, TYPE_TENSOR)
  }
  return null
}
