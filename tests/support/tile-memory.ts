/**
 * Prints the most memory, in megabytes, of a process that doubles one tile by the fast network.
 * Usage: `node tile-memory.ts`.
 */
import { Tensor } from 'onnxruntime-node'
import { createToolNetworks } from '#engine/vision/networks.ts'
import { peakMemory } from '#server/platform/process/peak-memory.ts'

const { session, tile, reach } = await createToolNetworks(2).fastUpscaler(2)
const edge = tile + 2 * reach
const input = new Tensor('float32', new Float32Array(3 * edge ** 2), [1, 3, edge, edge])
await session.session.run({ [session.inputs[0]!.name]: input })
console.log(Math.round(peakMemory() / 2 ** 20))
