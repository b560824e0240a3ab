import { Tensor } from 'onnxruntime-node'
import type { Planes } from '../networks.ts'
import { openSession, runSession } from '../../onnx/onnx-session.ts'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import type { RunLane } from '../run-lane.ts'
import type { Runtime } from '../../onnx/runtime.ts'
import type { PictureSize } from '../picture-size.ts'
import type { EnlargerKind } from './enlarger-kind.ts'
import type { Tile } from './tiles.ts'
import { copyRegion, splitIntoTiles } from './tiles.ts'

/** Enlarges pictures of values 0 to 255. */
export interface Enlarger {
  /** A picture that covers `size`, or comes as near as the passes go. */
  enlarge(picture: Planes, size: PictureSize, lane: RunLane): Promise<Planes>
  /** How long that takes, in sampling steps. */
  costOf(size: PictureSize, from: PictureSize): number
  /** Loads what usual sizes need. */
  load(): Promise<void>
  /** Gives the memory back. */
  release(): Promise<void>
}

export function createEnlarger(kind: EnlargerKind, runtime: Runtime): Enlarger {
  const sessions = new Map<number, Promise<OnnxSession>>()

  function sessionFor(factor: number): Promise<OnnxSession> {
    const open =
      sessions.get(factor) ??
      kind.networkFile(factor).then((file) => openSession(file, runtime, { known: ['picture'] }))
    sessions.set(factor, open)
    // A failure is not kept: the operator may put the file right.
    open.catch(() => sessions.delete(factor))
    return open
  }

  return {
    async load() {
      await Promise.all(kind.usual.map(sessionFor))
    },
    costOf(size, from) {
      let edge = Math.sqrt(from.width * from.height)
      return kind.passesTo(size, from).reduce((sum, factor) => {
        edge *= factor
        return sum + kind.cost * (edge / 512) ** 2
      }, 0)
    },
    async enlarge(picture, size, lane) {
      let result = picture
      for (const [pass, factor] of kind.passesTo(size, picture).entries()) {
        if (pass > 0) clamp(result.data)
        const tiles = splitIntoTiles(result, kind.tiling(factor))
        result = await enlargeOnce(await sessionFor(factor), result, tiles, factor, lane)
      }
      return result
    },
    async release() {
      const opened = await Promise.allSettled(sessions.values())
      sessions.clear()
      for (const open of opened) if (open.status === 'fulfilled') await open.value.session.release()
    },
  }
}

async function enlargeOnce(
  session: OnnxSession,
  picture: Planes,
  tiles: readonly Tile[],
  factor: number,
  lane: RunLane,
): Promise<Planes> {
  const width = picture.width * factor
  const height = picture.height * factor
  const length = 3 * width * height
  let result: Planes | null = null
  for (const tile of tiles) {
    const input = copyRegion(picture, tile.outer)
    const tensor = new Tensor('float32', input.data, [1, 3, input.height, input.width])
    const { data } = await lane.run(() => runSession(session, { picture: tensor }))
    result ??= {
      // A tile alone has room for the picture: its rows move forward, over its margins.
      data: tiles.length === 1 ? data.subarray(0, length) : new Float32Array(length),
      width,
      height,
    }
    pasteInner(result, data, tile, factor)
  }
  return result!
}

/** To values as networks were trained on, which another network's answers may leave. */
function clamp(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) values[i] = Math.min(255, Math.max(0, values[i]!))
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
      target.data.set(values, at)
    }
}
