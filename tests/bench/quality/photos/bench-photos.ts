import { createToolNetworks } from '#engine/vision/networks.ts'
import type { Bench } from '../../run-benches.ts'
import { benchMemoryOfTools } from '../memory.ts'
import { benchCutting } from './cutting.ts'
import { benchEnlarging } from './enlarging.ts'
import { benchFixing } from './fixing.ts'
import { benchFraming } from './framing.ts'
import { benchLooks } from './looks.ts'
import { type Photo, readPhotos } from './read-photos.ts'
import { benchRemoving } from './removing.ts'
import { benchSwapping } from './swapping.ts'

/** The figures of the tools on the photographs of any folder. */
export function photoBenches(folder: string): Record<string, Bench> {
  const networks = createToolNetworks(2)
  let photos: Promise<Photo[]> | null = null
  const read = (): Promise<Photo[]> => (photos ??= readPhotos(folder, networks))
  return {
    framing: async () => benchFraming(networks, await read()),
    looks: async () => benchLooks(networks, await read()),
    fixing: async () => benchFixing(networks, await read()),
    swapping: async () => benchSwapping(networks, await read()),
    removing: async () => benchRemoving(await read()),
    enlarging: async () => benchEnlarging(networks, await read()),
    cutting: async () => benchCutting(networks, await read()),
    memory: benchMemoryOfTools,
  }
}
