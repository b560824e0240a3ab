/** The little of the protocol buffer wire format that writing an ONNX file needs. */

export type Message = Buffer

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}

/** A whole number of 0 or more. */
export function numberField(field: number, value: number): Message {
  return Buffer.concat([varint(field * 8), varint(value)])
}

export function floatField(field: number, value: number): Message {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return Buffer.concat([varint(field * 8 + 5), bytes])
}

/** Text, raw bytes or a message within. */
export function bytesField(field: number, value: string | Uint8Array): Message {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes])
}

/** As {@link bytesField} of many parts that are not to be joined yet. */
export function longField(field: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return [Buffer.concat([varint(field * 8 + 2), varint(length)]), ...parts]
}
