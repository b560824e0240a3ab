import { fileURLToPath } from 'node:url'
import type { EnlargerKind } from './enlarger-kind.ts'
import { enlargementTo } from './enlarger-kind.ts'

/** How much one pass can enlarge. */
type EnlargeFactor = 2 | 3 | 4

/** The last layer's memory grows with the square of the edge and the fourth power of the factor. */
const TILE_EDGE: Record<EnlargeFactor, number> = { 2: 256, 3: 160, 4: 128 }
/** Rounded up from 10. */
const REACH = 12

/**
 * The enlarger of all models that bring none: ESRGAN slim, for photographs and pictures of any kind. Slim, because on
 * illustrations its pictures cannot be told from those of the larger versions, at a third of their time.
 */
export const photoEnlarger: EnlargerKind = {
  passesTo: (size, from) => passesFor(enlargementTo(size, from)),
  usual: [2],
  networkFile: async (factor) => fileURLToPath(new URL(`slim-x${factor}.onnx`, NETWORKS)),
  tiling: (factor) => ({ edge: TILE_EDGE[factor as EnlargeFactor], reach: REACH, multiple: 1 }),
  cost: 13,
}

const NETWORKS = new URL('../../../../../models/upscaling/', import.meta.url)

/**
 * Passes that enlarge at least so much. Up to four times by doubling, which leaves smoother edges than one
 * pass of four; beyond that the last pass is the greater one, because its time grows with its input.
 */
function passesFor(enlargement: number): EnlargeFactor[] {
  if (enlargement <= 1) return []
  if (enlargement <= 2) return [2]
  if (enlargement <= 4) return [2, 2]
  if (enlargement <= 6) return [2, 3]
  if (enlargement <= 8) return [2, 4]
  return [2, 2, 4]
}
