/** The little of the protocol buffer wire format that reading an ONNX file in memory needs. */

/** Wire type of what has a length of its own. */
export const BYTES = 2

/** A field of a message. */
export interface Field {
  number: number
  /** Where its content begins and ends. */
  from: number
  to: number
}

/** The field that all of `bytes` is the content of. */
export function wholeMessage(bytes: Buffer): Field {
  return { number: 0, from: 0, to: bytes.length }
}

/** The first field of that number in a message; null if there is none. */
export function findField(bytes: Buffer, parent: Field, number: number): Field | null {
  for (const field of fieldsIn(bytes, parent)) if (field.number === number) return field
  return null
}

/** The fields of a message, in order; nothing after one that cannot be read. */
export function* fieldsIn(bytes: Buffer, { from, to }: Field): Generator<Field> {
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
    else if (kind !== BYTES) return
    const length = kind === BYTES ? varint() : 0
    const content = kind === BYTES ? at : begin
    at += length
    yield { number: Math.floor(tag / 8), from: content, to: at }
  }
}

/** Whole numbers in the content of a field: one, or several packed; those below 0 take ten bytes. */
export function readIntegers(bytes: Buffer, { from, to }: Field): number[] {
  const values: number[] = []
  for (let at = from; at < to;) {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0
      value |= BigInt(byte & 127) << shift
      if (byte < 128) break
    }
    values.push(Number(BigInt.asIntN(64, value)))
  }
  return values
}
