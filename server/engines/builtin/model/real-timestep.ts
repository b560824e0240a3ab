/**
 * Many exports take the timestep as a whole number, although the network was trained on any number and the
 * samplers ask for fractions of it. The type of that input is one byte of the ONNX file, which is changed here:
 * the first thing such a network does is to turn the number into a real one.
 */
const [INT32, INT64, FLOAT] = [6, 7, 1]

/** Field numbers of onnx.proto3. */
const MODEL_GRAPH = 7
const GRAPH_INPUT = 11
const VALUE = { name: 1, type: 2 }
const TYPE_TENSOR = 1
const TENSOR_ELEMENT = 1

interface Field {
  number: number
  /** Where its content begins and ends. */
  from: number
  to: number
}

/**
 * Changes an ONNX file in memory so that its input `name` takes real numbers.
 *
 * @returns false if it has no such input, or one that is not a whole number; the bytes are then unchanged
 */
export function takeRealNumbers(model: Buffer, name: string): boolean {
  const whole = { number: 0, from: 0, to: model.length }
  const graph = find(model, whole, MODEL_GRAPH)
  if (!graph) return false
  for (const input of fields(model, graph)) {
    const label = input.number === GRAPH_INPUT ? find(model, input, VALUE.name) : null
    if (!label || model.toString('utf8', label.from, label.to) !== name) continue
    const type = find(model, input, VALUE.type)
    const tensor = type && find(model, type, TYPE_TENSOR)
    const element = tensor && find(model, tensor, TENSOR_ELEMENT)
    if (!element || ![INT32, INT64].includes(model[element.from]!)) return false
    model[element.from] = FLOAT
    return true
  }
  return false
}

function find(bytes: Buffer, parent: Field, number: number): Field | null {
  for (const field of fields(bytes, parent)) if (field.number === number) return field
  return null
}

/** The fields of a message, in order; nothing after one that cannot be read. */
function* fields(bytes: Buffer, { from, to }: Field): Generator<Field> {
  let at = from
  const varint = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < to) {
    const tag = varint()
    const begin = at
    const kind = tag % 8
    if (kind === 0) varint()
    else if (kind === 1) at += 8
    else if (kind === 5) at += 4
    else if (kind !== 2) return
    const length = kind === 2 ? varint() : 0
    const content = kind === 2 ? at : begin
    at += length
    yield { number: Math.floor(tag / 8), from: content, to: at }
  }
}
