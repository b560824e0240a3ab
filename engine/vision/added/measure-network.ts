import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { upscalePicture } from '../upscale/upscale-picture.ts'
import type { NetworkAdapter } from './adapter.ts'
import { findDepth } from './find-depth.ts'
import { findSureForeground } from './find-sure-foreground.ts'
import type { NetworkFiles } from './added-networks.ts'
import { openAddedNetwork, openMaskNetwork } from './open-added-network.ts'
import { paintHole } from './paint-hole.ts'
import { seePicture, selectObject } from './select-object.ts'

const EDGE = 96

/**
 * Runs a network, or the two of its work, once on a small image, which shows that it takes and gives what its adapter says.
 * @returns milliseconds of the run, without loading
 * @throws {EngineError} `model_broken`
 */
export async function measureNetwork(
  { file, second }: NetworkFiles,
  threads: number,
  adapter: NetworkAdapter,
): Promise<number> {
  const session = await openAddedNetwork(file, threads, adapter)
  const picture: RgbPicture = {
    data: Uint8Array.from({ length: 3 * EDGE * EDGE }, (_, i) => (i * 7) % 256),
    width: EDGE,
    height: EDGE,
  }
  try {
    const began = performance.now()
    switch (adapter.slot) {
      case 'foreground':
        await findSureForeground({ session, adapter }, picture, picture)
        break
      case 'inpainting': {
        const hole = new Uint8Array(EDGE * EDGE).fill(1, EDGE * 40, EDGE * 56)
        await paintHole({ session, adapter }, picture, hole)
        break
      }
      case 'upscaling': {
        const { factor, multiple, tile, reach } = adapter
        const network = { session, factor, multiple, tile, reach, white: 1, own: 1 } as const
        await upscalePicture(network, picture, factor, () => {}, new AbortController().signal)
        break
      }
      case 'depth':
        await findDepth({ session, adapter }, picture)
        break
      case 'selection': {
        const last = await openMaskNetwork(second, threads, adapter, session)
        const networks = { sha256: '', first: session, second: last, adapter }
        try {
          const middle = [{ x: 0.5, y: 0.5, isPart: true }]
          await selectObject(networks, await seePicture(networks, picture), middle)
        } finally {
          await last.session.release()
        }
        break
      }
      default:
        adapter satisfies never
    }
    return performance.now() - began
  } finally {
    await session.session.release()
  }
}
