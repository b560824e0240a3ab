import { writeFileSync } from 'node:fs'
import { type NamedTensor, toSafetensors } from '#engine/import/write-safetensors.ts'

/** Writes a file in the safetensors format. */
export function writeSafetensors(
  file: string,
  tensors: Record<string, NamedTensor>,
  metadata?: Record<string, string>,
): void {
  writeFileSync(file, toSafetensors(tensors, metadata))
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
