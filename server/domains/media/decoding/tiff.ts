/** Pixels of 8 bits in sRGB or in the colours of a profile. */
export interface TiffPixels {
  width: number
  height: number
  channels: 3 | 4
  /** The bytes of a row, red, green, blue and transparency of a pixel one after the other. */
  rows(row: number): Uint8Array
  /** ICC profile. */
  profile: Buffer | null
}

/** Types of fields in TIFF 6.0. */
const SHORT = 3
const LONG = 4
const UNDEFINED = 7
const BYTES_OF_TYPE: Record<number, number> = { [SHORT]: 2, [LONG]: 4, [UNDEFINED]: 1 }

type Field = [tag: number, type: number, values: number[] | Buffer]

const HEADER_BYTES = 8
const FIELD_BYTES = 12

/** An uncompressed TIFF (revision 6.0) in memory: how pixels get to sharp together with the profile that they are in. */
export function tiffOf({ width, height, channels, rows, profile }: TiffPixels): Buffer {
  const bytes = width * height * channels
  const pixelsAt = HEADER_BYTES
  const fieldsAt = pixelsAt + bytes + (bytes % 2)
  const fields: Field[] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array.from({ length: channels }, () => 8)],
    // Not compressed, red green blue.
    [259, SHORT, [1]],
    [262, SHORT, [2]],
    [273, LONG, [pixelsAt]],
    [277, SHORT, [channels]],
    [278, LONG, [height]],
    [279, LONG, [bytes]],
    // Interleaved.
    [284, SHORT, [1]],
  ]
  // Transparency that the colours are not multiplied by.
  if (channels === 4) fields.push([338, SHORT, [2]])
  if (profile) fields.push([34_675, UNDEFINED, profile])
  const long = fields.map(([, type, values]) => bytesOf(type, values))
  const longBytes = long.reduce((sum, data) => sum + (data.length > 4 ? data.length : 0), 0)
  const longAt = fieldsAt + 2 + fields.length * FIELD_BYTES + 4
  const file = Buffer.alloc(longAt + longBytes)
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(fieldsAt, 4)
  for (let row = 0; row < height; row++) file.set(rows(row), pixelsAt + row * width * channels)
  file.writeUInt16LE(fields.length, fieldsAt)
  let next = longAt
  for (const [index, [tag, type, values]] of fields.entries()) {
    const at = fieldsAt + 2 + index * FIELD_BYTES
    const data = long[index] ?? Buffer.alloc(0)
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(values.length, at + 4)
    if (data.length <= 4) data.copy(file, at + 8)
    else {
      file.writeUInt32LE(next, at + 8)
      data.copy(file, next)
      next += data.length
    }
  }
  return file
}

function bytesOf(type: number, values: number[] | Buffer): Buffer {
  if (Buffer.isBuffer(values)) return values
  const size = BYTES_OF_TYPE[type] ?? 1
  const data = Buffer.alloc(values.length * size)
  for (const [index, value] of values.entries()) data.writeUIntLE(value, index * size, size)
  return data
}
