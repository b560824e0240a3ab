import { access } from 'node:fs/promises'
import path from 'node:path'
import type { EnlargerKind } from '../diffusion/enlarger/enlarger-kind.ts'
import { enlargementTo } from '../diffusion/enlarger/enlarger-kind.ts'

/** Relative to the folder of a model that brings an enlarger of its own. */
export const ENLARGER_FILE = 'enlarger/model.onnx'

const FACTOR = 4
const TILING = { edge: 256, reach: 64, multiple: 8 }

/**
 * The enlarger in a model's folder, which knows what that model draws and where it errs: input `picture` [1, 3, h, w],
 * output [1, 3, 4h, 4w], h and w multiples of 8. Null for a model without one.
 */
export async function modelEnlarger(modelDir: string): Promise<EnlargerKind | null> {
  const file = path.join(modelDir, ENLARGER_FILE)
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  return exists
    ? {
        passesTo: (size, from) => passesFor(enlargementTo(size, from)),
        usual: [FACTOR],
        networkFile: async () => file,
        tiling: () => TILING,
        cost: 9,
      }
    : null
}

function passesFor(enlargement: number): number[] {
  if (enlargement <= 1) return []
  return enlargement <= FACTOR ? [FACTOR] : [FACTOR, FACTOR]
}
