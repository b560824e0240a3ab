import { Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { createToolNetworks, type ToolNetworks } from '#engine/vision/networks.ts'
import { runTool } from '#engine/vision/run-tool.ts'
import type { UpscalerNetwork } from '#engine/vision/upscale/upscaler.ts'
import type { ToolRequest } from '#server/engines/spec/index.ts'
import type { BenchResult } from '../bench-result.ts'
import { median, timed, timePairs } from '../statistics.ts'
import { withClock } from '../with-clock.ts'
import { makeLargePhotograph } from './large-photograph.ts'

const INPUT = 320
const ROUNDS = 3

/** What the tools take beside their networks, each timed in the same run as its network. */
export async function benchSpeed(): Promise<BenchResult[]> {
  const tools = createToolNetworks(2)
  return [
    await benchUpscaler(tools, 'UI', false),
    await benchUpscaler(tools, 'UU', true),
    await benchCutOut(tools),
  ]
}

function work(networks: ToolNetworks, request: ToolRequest): Promise<void> {
  const signal = new AbortController().signal
  return runTool(networks, request, { signal, onProgress() {}, onImage() {} })
}

/** File to file, against the time that the network itself was running in the same work. */
async function benchUpscaler(
  tools: ToolNetworks,
  name: string,
  pro: boolean,
): Promise<BenchResult> {
  const image = await makeLargePhotograph(1)
  const clock = { milliseconds: 0 }
  const clocked = (network: UpscalerNetwork): UpscalerNetwork => ({
    ...network,
    session: withClock(network.session, clock),
  })
  const networks: ToolNetworks = {
    ...tools,
    fastUpscaler: async (factor) => clocked(await tools.fastUpscaler(factor)),
    photoUpscaler: async () => clocked(await tools.photoUpscaler()),
  }
  // The first run compiles.
  const small = await sharp(image).resize(96).png().toBuffer()
  await work(networks, { tool: 'upscale', image: small, scale: 2, pro })
  clock.milliseconds = 0
  const whole = await timed(() => work(networks, { tool: 'upscale', image, scale: 2, pro }))
  return {
    name: `${name} x2 at 1 megapixel: time against its network's`,
    value: whole / clock.milliseconds,
    unit: 'x',
    target: { atMost: 1.15 },
    detail: `${(whole / 1000).toFixed(1)} s, of which the network ${(clock.milliseconds / 1000).toFixed(1)} s`,
  }
}

/** Against decoding, one run of the network and a PNG of level 1, in turns. */
async function benchCutOut(tools: ToolNetworks): Promise<BenchResult> {
  const image = await makeLargePhotograph(12)
  const { session, inputs } = await tools.foreground()
  const input = new Tensor('float32', new Float32Array(3 * INPUT * INPUT), [1, 3, INPUT, INPUT])
  const { first, second } = await timePairs(
    ROUNDS,
    () => work(tools, { tool: 'remove_background', image }),
    async () => {
      const decoded = sharp(image).ensureAlpha().raw()
      const { data, info } = await decoded.toBuffer({ resolveWithObject: true })
      await session.run({ [inputs[0]!.name]: input })
      const raw = { width: info.width, height: info.height, channels: 4 as const }
      await sharp(data, { raw }).png({ compressionLevel: 1 }).toBuffer()
    },
  )
  return {
    name: 'RB at 12 megapixels: time against its bare parts',
    value: median(first.map((ms, round) => ms / second[round]!)),
    unit: 'x',
    target: { atMost: 2.5 },
    detail: `${(median(first) / 1000).toFixed(1)} s; decoding, one run of the network and PNG ${(median(second) / 1000).toFixed(1)} s`,
  }
}
