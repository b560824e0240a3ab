import { writeFileSync } from 'node:fs'

/** Writes a file in the safetensors format, in single precision. */
export function writeSafetensors(
  file: string,
  tensors: Record<string, { shape: number[]; data: Float32Array }>,
  metadata: Record<string, string> = {},
): void {
  let end = 0
  const entries = Object.entries(tensors).map(([name, { shape, data }]) => {
    const begin = end
    end += data.byteLength
    return [name, { dtype: 'F32', shape, data_offsets: [begin, end] }] as const
  })
  const header = Buffer.from(
    JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) }),
  )
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  const numbers = Object.values(tensors).map(
    ({ data }) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  )
  writeFileSync(file, Buffer.concat([length, header, ...numbers]))
}

/** The two matrices of one layer of a LoRA. */
export function loraMatrices(
  layer: string,
  { out, rank, inner, size }: { out: number; rank: number; inner: number[]; size: number },
): Record<string, { shape: number[]; data: Float32Array }> {
  const kernel = inner.slice(1).map(() => 1)
  const fill = (shape: number[]) => ({
    shape,
    data: Float32Array.from(
      { length: shape.reduce((product, edge) => product * edge, 1) },
      (_, i) => size * Math.sin(i + 1),
    ),
  })
  return {
    [`${layer}.lora_down.weight`]: fill([rank, ...inner]),
    [`${layer}.lora_up.weight`]: fill([out, rank, ...kernel]),
  }
}
