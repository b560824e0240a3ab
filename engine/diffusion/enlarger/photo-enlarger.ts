import { fileURLToPath } from 'node:url'
import type { EnlargerKind } from './enlarger-kind.ts'
import { enlargementTo } from './enlarger-kind.ts'

/** How much one pass enlarges. */
const FACTOR = 2

/** The last layer's memory grows with the square of the edge. */
const TILE_EDGE = 256
/** Rounded up from 10. */
const REACH = 12

/**
 * The enlarger of all models that bring none: ESRGAN slim, for photographs and pictures of any kind. Slim, because on
 * illustrations its pictures cannot be told from those of the larger versions, at a third of their time.
 */
export const photoEnlarger: EnlargerKind = {
  passesTo: (size, from) => passesFor(enlargementTo(size, from)),
  usual: [FACTOR],
  networkFile: async () => fileURLToPath(NETWORK),
  tiling: () => ({ edge: TILE_EDGE, reach: REACH, multiple: 1 }),
  cost: 13,
}

const NETWORK = new URL('../../../models/upscaling/slim-x2.onnx', import.meta.url)

/** Passes that enlarge at least so much, by doubling alone: it leaves smoother edges than one pass of three or four. */
function passesFor(enlargement: number): number[] {
  const passes = Math.max(0, Math.min(MOST_PASSES, Math.ceil(Math.log2(enlargement))))
  return Array.from({ length: passes }, () => FACTOR)
}

/** Sixteen times; what is beyond that is left to the resizing that follows. */
const MOST_PASSES = 4
