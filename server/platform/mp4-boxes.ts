/** A box of an MP4 file (ISO/IEC 14496-12, 4.2). */
export interface Mp4Box {
  type: string
  /** What it holds, without its header. */
  body: Buffer
}

/** The boxes that lie in a row. Throws RangeError on what is no MP4. */
export function readBoxes(bytes: Buffer): Mp4Box[] {
  const boxes: Mp4Box[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    let size = bytes.readUInt32BE(at)
    let header = 8
    if (size === 1) {
      size = Number(bytes.readBigUInt64BE(at + 8))
      header = 16
    } else if (size === 0) size = bytes.length - at
    if (size < header || at + size > bytes.length) throw new RangeError('A box ends nowhere')
    const type = bytes.toString('latin1', at + 4, at + 8)
    boxes.push({ type, body: bytes.subarray(at + header, at + size) })
    at += size
  }
  return boxes
}

/** The body of the first box at the end of a path. Throws RangeError if there is none. */
export function findBox(bytes: Buffer, ...path: readonly string[]): Buffer {
  return path.reduce((inside, type) => {
    const found = readBoxes(inside).find((box) => box.type === type)
    if (!found) throw new RangeError(`There is no box ${path.join('/')}`)
    return found.body
  }, bytes)
}

/** @param type four letters */
export function writeBox(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0))
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...parts])
}

/** Whole numbers of 32 bits, one after the other. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * i)
  return bytes
}
