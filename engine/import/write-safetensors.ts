/** A tensor in memory. */
export interface NamedTensor {
  shape: readonly number[]
  data: Float32Array | Float16Array
}

/**
 * A file in the safetensors format (https://huggingface.co/docs/safetensors).
 *
 * @param tensors by their names, written in their order
 */
export function toSafetensors(
  tensors: Readonly<Record<string, NamedTensor>>,
  metadata: Readonly<Record<string, string>> = {},
): Buffer {
  let end = 0
  const entries = Object.entries(tensors).map(([name, { shape, data }]) => {
    const begin = end
    end += data.byteLength
    const dtype = data instanceof Float32Array ? 'F32' : 'F16'
    return [name, { dtype, shape, data_offsets: [begin, end] }] as const
  })
  const header = Buffer.from(
    JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) }),
  )
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  const numbers = Object.values(tensors).map(
    ({ data }) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  )
  return Buffer.concat([length, header, ...numbers])
}
