/** A box of an MP4 file (ISO/IEC 14496-12, 4.2). */
export interface Mp4Box {
  type: string
  /** Its size and type. */
  header: Buffer
  /** What it holds, without its header. */
  body: Buffer
  /** Whether it gives no size and lasts to the end of the file: what is added after it becomes part of it. */
  isOpen: boolean
}

/** The boxes that lie in a row. Throws RangeError on what is no MP4. */
export function readBoxes(bytes: Buffer): Mp4Box[] {
  const boxes: Mp4Box[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    let size = bytes.readUInt32BE(at)
    let header = 8
    const isOpen = size === 0
    if (size === 1) {
      size = Number(bytes.readBigUInt64BE(at + 8))
      header = 16
    } else if (isOpen) size = bytes.length - at
    if (size < header || at + size > bytes.length) throw new RangeError('A box ends nowhere')
    const type = bytes.toString('latin1', at + 4, at + 8)
    boxes.push({
      type,
      header: bytes.subarray(at, at + header),
      body: bytes.subarray(at + header, at + size),
      isOpen,
    })
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

/** The same file, or a copy whose last box gives its size, so that another can follow. Throws as {@link readBoxes} does. */
export function closeLastBox(bytes: Buffer): Buffer {
  const last = readBoxes(bytes).at(-1)
  if (!last?.isOpen) return bytes
  const closed = Buffer.from(bytes)
  const size = 8 + last.body.length
  closed.writeUInt32BE(size, bytes.length - size)
  return closed
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
