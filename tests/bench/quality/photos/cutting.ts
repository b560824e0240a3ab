import sharp from 'sharp'
import type { ToolNetworks } from '#server/engines/builtin/tools/networks.ts'
import { makeComposites } from '../composites.ts'
import type { BenchResult, SkippedBench } from '../../bench-result.ts'
import { deliver, encode, meanOf, type Photo } from './read-photos.ts'

/** Composites and photographs with a mask beside them: how near the cut-out comes. */
export async function benchCutting(
  networks: ToolNetworks,
  photos: readonly Photo[],
): Promise<(BenchResult | SkippedBench)[]> {
  const composites = (await makeComposites()).map(async ({ name, picture, mask }) => ({
    name,
    file: await encode(picture),
    mask,
  }))
  const known = [
    ...(await Promise.all(composites)),
    ...photos.flatMap(({ name, file, mask }) => (mask ? [{ name, file, mask }] : [])),
  ]
  const rows: { name: string; near: number }[] = []
  for (const { name, file, mask } of known) {
    const [image] = await deliver(networks, { tool: 'remove_background', image: file })
    const opacity = await sharp(image!.data).extractChannel(3).raw().toBuffer()
    let [both, either] = [0, 0]
    for (const [pixel, value] of mask.entries()) {
      both += Math.min(value, opacity[pixel]!)
      either += Math.max(value, opacity[pixel]!)
    }
    rows.push({ name, near: both / either })
  }
  return [
    {
      name: 'Background: IoU with exact masks, mean',
      value: meanOf(rows.map(({ near }) => near)),
      unit: '',
      target: { atLeast: 0.93 },
      detail: rows.map(({ name, near }) => `${name}: ${near.toFixed(3)}`).join('; '),
    },
  ]
}
