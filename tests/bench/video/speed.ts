import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { createToolNetworks, type ToolNetworks } from '#engine/vision/networks.ts'
import { createSegmentEncoder, SEGMENT_FRAMES } from '#lib/encode-segment.ts'
import { frameCount, type RenderOrder } from '#engine/video/render-video.ts'
import { createStoryboard } from '#engine/vision/scene/storyboard.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import type { BenchResult } from '../bench-result.ts'
import { median, timed } from '../statistics.ts'
import { withClock } from '../with-clock.ts'
import { render } from '#scripts/support/render-video.ts'

/** File to file, against what cannot be spared: the networks' own time in the same work, and the encoder alone. */
export async function benchSpeed(): Promise<BenchResult[]> {
  const photograph = await readFile(photographFile('astronaut'))
  const brighter = await sharp(photograph).modulate({ brightness: 1.06 }).png().toBuffer()
  const order: RenderOrder = {
    keys: [photograph],
    motion: 'push_in',
    duration: 2,
    width: 512,
    height: 512,
  }
  const bench = createBench()
  // The first run compiles.
  await bench({ ...order, width: 128, height: 128 }, 1)
  return [
    result('VID, 2 s at 512 px', await bench(order, 3)),
    result(
      'VID, 4 s at 768 px',
      await bench({ ...order, duration: 4, width: 768, height: 768 }, 1),
    ),
    result(
      'VID, two images that are near, 2 s at 512 px',
      await bench({ ...order, keys: [photograph, brighter], motion: 'none' }, 1),
    ),
  ]
}

/** Milliseconds of one video. */
interface Times {
  whole: number
  networks: number
  encoder: number
}

function createBench(): (order: RenderOrder, rounds: number) => Promise<Times[]> {
  const tools = createToolNetworks(2)
  const clock = { milliseconds: 0 }
  const clocked: ToolNetworks = {
    ...tools,
    foreground: async () => withClock(await tools.foreground(), clock),
    interpolation: async () => withClock(await tools.interpolation(), clock),
  }
  return async (order, rounds) => {
    const frames = await drawAll(tools, order)
    const times: Times[] = []
    for (let round = 0; round < rounds; round++) {
      clock.milliseconds = 0
      const whole = await timed(() => render(clocked, order))
      const networks = clock.milliseconds
      const encoder = await timed(() => encodeAll(order, frames))
      times.push({ whole, networks, encoder })
    }
    return times
  }
}

async function drawAll(networks: ToolNetworks, order: RenderOrder): Promise<Uint8Array[]> {
  const { signal } = new AbortController()
  const board = await createStoryboard(networks, { ...order, signal })
  const count = frameCount(order)
  const frames: Uint8Array[] = []
  for (let frame = 0; frame < count; frame++) {
    const pixels = new Uint8Array(4 * order.width * order.height)
    await board.draw(frame / (count - 1), pixels)
    frames.push(pixels)
  }
  return frames
}

async function encodeAll(
  { width, height }: RenderOrder,
  frames: readonly Uint8Array[],
): Promise<void> {
  for (let first = 0; first < frames.length; first += SEGMENT_FRAMES) {
    const encoder = await createSegmentEncoder(width, height)
    for (const frame of frames.slice(first, first + SEGMENT_FRAMES)) encoder.add(frame)
    encoder.finish()
  }
}

function result(name: string, times: readonly Times[]): BenchResult {
  const seconds = (part: keyof Times) => (median(times.map((one) => one[part])) / 1000).toFixed(2)
  return {
    name: `${name}: time against its bare parts`,
    value: median(times.map(({ whole, networks, encoder }) => whole / (networks + encoder))),
    unit: 'x',
    target: { atMost: 1.2 },
    detail: `${seconds('whole')} s; networks ${seconds('networks')} s, encoder alone ${seconds('encoder')} s`,
  }
}
