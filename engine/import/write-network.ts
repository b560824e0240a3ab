import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BuiltNetwork, PlannedWeight } from './network-builder.ts'
import { WEIGHTS_FILE } from './network-builder.ts'
import type { Bytes, Safetensors, StoredTensor } from '../safetensors.ts'
import { toFloats } from '../safetensors.ts'

/** Writes a network into `folder`, its weights one after the other: there is never more than one in memory. */
export async function writeNetwork(
  folder: string,
  { model, weights }: BuiltNetwork,
  source: Safetensors,
): Promise<void> {
  await writeFile(path.join(folder, 'model.onnx'), model)
  const file = await open(path.join(folder, WEIGHTS_FILE), 'w')
  try {
    for (const weight of weights) {
      const stored = await source.read(weight.tensor)
      const bytes = inSingle(weight.tensor.element, stored)
      const arranged = weight.transposed ? transpose(bytes, weight) : bytes
      await file.write(arranged, 0, arranged.length, weight.offset)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

function inSingle(element: StoredTensor['element'], bytes: Bytes): Bytes {
  return element === 'F32' ? bytes : Buffer.from(toFloats(element, bytes).buffer)
}

/** Edge of the tiles in which a matrix is turned, so that both sides of the copy stay in the cache. */
const TILE = 32

function transpose(bytes: Bytes, { tensor }: PlannedWeight): Uint8Array {
  const [rows = 1, columns = 1] = tensor.shape
  const from = new Float32Array(bytes.buffer, bytes.byteOffset, rows * columns)
  const to = new Float32Array(rows * columns)
  for (let top = 0; top < rows; top += TILE)
    for (let left = 0; left < columns; left += TILE) {
      const [bottom, right] = [Math.min(rows, top + TILE), Math.min(columns, left + TILE)]
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++)
          to[column * rows + row] = from[row * columns + column]!
    }
  return new Uint8Array(to.buffer)
}
