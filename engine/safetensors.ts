import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { z } from 'zod'
import { isMissing, modelBroken, reasonOf } from './model-files.ts'

/** Bytes of one number of each type that weights come in. */
const WIDTH = { F64: 8, F32: 4, F16: 2, BF16: 2 } as const
type Element = keyof typeof WIDTH

/** Bytes that views of numbers may lie over. */
export type Bytes = Buffer<ArrayBuffer>

/** A tensor of weights in a file. */
export interface StoredTensor {
  name: string
  element: Element
  shape: readonly number[]
  /** Place in the file, in bytes. */
  offset: number
  length: number
}

/** An open `.safetensors` file; only its header is in memory. */
export interface Safetensors {
  file: string
  /** Tensors of numbers in an order of no meaning; those of other types (like counters) are left out. */
  tensors: ReadonlyMap<string, StoredTensor>
  metadata: Readonly<Record<string, string>>
  /** Where the numbers begin, in bytes. */
  start: number
  /** The bytes of a tensor as they lie there. */
  read(tensor: StoredTensor): Promise<Bytes>
  close(): Promise<void>
}

/** The format's own limit. */
const LONGEST_HEADER = 100_000_000

const headerSchema = z.record(
  z.string(),
  z.union([
    z.object({
      dtype: z.string(),
      shape: z.array(z.int().min(0)),
      data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
    }),
    z.record(z.string(), z.string()),
  ]),
)

/**
 * Opens a file in the safetensors format: the length of a JSON header (8 bytes, little-endian), the header, the
 * numbers (https://huggingface.co/docs/safetensors).
 *
 * @throws EngineError `model_broken`: missing, of another format, or cut off
 */
export async function openSafetensors(file: string): Promise<Safetensors> {
  let handle: FileHandle
  try {
    handle = await open(file, 'r')
  } catch (error) {
    throw modelBroken(file, isMissing(error) ? 'there is no such file' : reasonOf(error), error)
  }
  try {
    const header = await readHeader(file, handle)
    return {
      file,
      ...header,
      read: ({ offset, length }) => readBytes(handle, offset, length),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function readHeader(
  file: string,
  handle: FileHandle,
): Promise<Pick<Safetensors, 'tensors' | 'metadata' | 'start'>> {
  const stats = await handle.stat()
  if (stats.isDirectory()) throw modelBroken(file, 'is a folder')
  const foreign = (cause?: unknown) => modelBroken(file, 'is not a safetensors file', cause)
  if (stats.size < 8) throw foreign()
  const length = Number((await readBytes(handle, 0, 8)).readBigUInt64LE())
  if (length < 2 || length > LONGEST_HEADER) throw foreign()
  const start = 8 + length
  if (start > stats.size) {
    const first = (await readBytes(handle, 8, 1)).toString()
    throw first === '{' ? modelBroken(file, 'is cut off within its header') : foreign()
  }
  let json: unknown
  try {
    json = JSON.parse((await readBytes(handle, 8, length)).toString())
  } catch (error) {
    throw foreign(error)
  }
  const header = headerSchema.safeParse(json)
  if (!header.success) throw foreign(header.error)
  const tensors = new Map<string, StoredTensor>()
  let metadata: Record<string, string> = {}
  for (const [name, entry] of Object.entries(header.data)) {
    if (!Array.isArray(entry['shape'])) {
      if (name === '__metadata__') metadata = entry as Record<string, string>
      continue
    }
    const { dtype, shape, data_offsets: offsets } = entry as TensorEntry
    const [from, to] = offsets
    if (from > to) throw foreign()
    if (start + to > stats.size)
      throw modelBroken(file, `is cut off: ${name} ends at byte ${start + to} of ${stats.size}`)
    if (dtype.startsWith('F8'))
      throw modelBroken(file, `is stored in 8 bits (${dtype}), which cannot be read`)
    if (!isElement(dtype)) continue
    const wanted = shape.reduce((product, size) => product * size, 1) * WIDTH[dtype]
    if (to - from !== wanted)
      throw modelBroken(file, `is damaged: ${name} has ${to - from} bytes in place of ${wanted}`)
    tensors.set(name, { name, element: dtype, shape, offset: start + from, length: to - from })
  }
  return { tensors, metadata, start }
}

interface TensorEntry {
  dtype: string
  shape: number[]
  data_offsets: [number, number]
}

function isElement(dtype: string): dtype is Element {
  return dtype in WIDTH
}

async function readBytes(handle: FileHandle, offset: number, length: number): Promise<Bytes> {
  const bytes = Buffer.allocUnsafeSlow(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.')
    done += bytesRead
  }
  return bytes
}

/** The numbers of a tensor in single precision. */
export function toFloats(element: Element, bytes: Bytes): Float32Array<ArrayBuffer> {
  return READERS[element](bytes.buffer, bytes.byteOffset, bytes.byteLength / WIDTH[element])
}

type Reader = (buffer: ArrayBuffer, offset: number, count: number) => Float32Array<ArrayBuffer>

const READERS: Record<Element, Reader> = {
  F32: (buffer, offset, count) => new Float32Array(buffer, offset, count),
  F16: (buffer, offset, count) => new Float32Array(new Float16Array(buffer, offset, count)),
  F64: (buffer, offset, count) => new Float32Array(new Float64Array(buffer, offset, count)),
  BF16: (buffer, offset, count) => {
    const whole = new Uint32Array(new Uint16Array(buffer, offset, count))
    // The upper half of single precision.
    for (let i = 0; i < count; i++) whole[i]! <<= 16
    return new Float32Array(whole.buffer)
  },
}
