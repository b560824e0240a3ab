import { Tensor } from 'onnxruntime-node'
import type { Planes } from '../networks.ts'
import { openSession, runSession } from '../onnx-session.ts'
import type { OnnxSession } from '../onnx-session.ts'
import type { RunLane } from '../run-lane.ts'
import type { Runtime } from '../runtime.ts'
import type { EnlargeFactor } from './enlarger-models.ts'
import { enlargerFile } from './enlarger-models.ts'
import type { Tile } from './tiles.ts'
import { copyRegion, splitIntoTiles } from './tiles.ts'

/** Enlarges pictures of values 0 to 255 by one pass per factor. */
export interface Enlarger {
  enlarge(picture: Planes, factors: readonly EnlargeFactor[], lane: RunLane): Promise<Planes>
  load(factors: readonly EnlargeFactor[]): Promise<void>
}

/** Pixels of the input on which one pixel of the output depends, to each side, rounded up from 10. */
const REACH = 12
/** Edge of a tile in pixels of the input; the last layer's memory grows with its square and the factor's fourth power. */
const TILE_EDGE: Record<EnlargeFactor, number> = { 2: 256, 3: 160, 4: 128 }

export function createEnlarger(cacheDir: string, runtime: Runtime): Enlarger {
  const sessions = new Map<EnlargeFactor, Promise<OnnxSession>>()

  function sessionFor(factor: EnlargeFactor): Promise<OnnxSession> {
    const open =
      sessions.get(factor) ??
      enlargerFile(factor, cacheDir).then((file) => openSession(file, runtime))
    sessions.set(factor, open)
    // A failure is not kept: the operator may put the file right.
    open.catch(() => sessions.delete(factor))
    return open
  }

  return {
    async load(factors) {
      await Promise.all(factors.map(sessionFor))
    },
    async enlarge(picture, factors, lane) {
      let result = picture
      for (const factor of factors)
        result = await enlargeOnce(await sessionFor(factor), result, factor, lane)
      return result
    },
  }
}

async function enlargeOnce(
  session: OnnxSession,
  picture: Planes,
  factor: EnlargeFactor,
  lane: RunLane,
): Promise<Planes> {
  const width = picture.width * factor
  const height = picture.height * factor
  const result: Planes = { data: new Float32Array(3 * width * height), width, height }
  for (const tile of splitIntoTiles(picture, TILE_EDGE[factor], REACH)) {
    const input = copyRegion(picture, tile.outer)
    const tensor = new Tensor('float32', input.data, [1, 3, input.height, input.width])
    const { data } = await lane.run(() => runSession(session, { picture: tensor }))
    pasteInner(result, data, tile, factor)
  }
  return result
}

/** Writes the part of an enlarged tile that is not its margin. */
function pasteInner(target: Planes, data: Float32Array, tile: Tile, factor: number): void {
  const { outer, inner } = tile
  const from = { width: outer.width * factor, height: outer.height * factor }
  for (let plane = 0; plane < 3; plane++)
    for (let y = inner.top * factor; y < (inner.top + inner.height) * factor; y++) {
      const row = plane * from.height + y - outer.top * factor
      const start = row * from.width + (inner.left - outer.left) * factor
      const values = data.subarray(start, start + inner.width * factor)
      const at = (plane * target.height + y) * target.width + inner.left * factor
      // Between passes the network wants values as it was trained on.
      for (let x = 0; x < values.length; x++)
        target.data[at + x] = Math.min(255, Math.max(0, values[x]!))
    }
}
