import sharp from 'sharp'
import type { ToolNetworks } from '#engine/vision/networks.ts'
import { doubtsEdges } from '#engine/vision/remove-background/doubts-edges.ts'
import { makeComposites, makeHardComposites } from '../composites.ts'
import type { BenchResult, SkippedBench } from '../../bench-result.ts'
import { deliver, encode, meanOf, type Photo } from './read-photos.ts'

/** A cut-out that is further from its mask is wrong. */
const RIGHT = 0.9
const SAID = 'Background: wrong cut-outs that were said before the price'

/** Composites and photographs with a mask beside them: how near the cut-out comes. */
export async function benchCutting(
  networks: ToolNetworks,
  photos: readonly Photo[],
): Promise<(BenchResult | SkippedBench)[]> {
  const made = [...(await makeComposites()), ...(await makeHardComposites())]
  const composites = made.map(async ({ name, picture, mask }) => ({
    name,
    file: await encode(picture),
    mask,
  }))
  const known = [
    ...(await Promise.all(composites)),
    ...photos.flatMap(({ name, file, mask }) => (mask ? [{ name, file, mask }] : [])),
  ]
  const rows: { name: string; near: number; isDoubted: boolean }[] = []
  const foreground = await networks.foreground()
  for (const { name, file, mask } of known) {
    const [image] = await deliver(networks, { tool: 'remove_background', image: file })
    const opacity = await sharp(image!.data).extractChannel(3).raw().toBuffer()
    let [both, either] = [0, 0]
    for (const [pixel, value] of mask.entries()) {
      both += Math.min(value, opacity[pixel]!)
      either += Math.max(value, opacity[pixel]!)
    }
    rows.push({ name, near: both / either, isDoubted: await doubtsEdges(foreground, file) })
  }
  const wrong = rows.filter(({ near }) => near < RIGHT)
  const right = rows.filter(({ near }) => near >= RIGHT)
  const listed = (some: typeof rows, isDoubted: boolean): string =>
    some.flatMap((row) => (row.isDoubted === isDoubted ? [row.name] : [])).join(', ') || 'none'
  return [
    {
      name: 'Background: IoU with exact masks, mean',
      value: meanOf(rows.map(({ near }) => near)),
      unit: '',
      target: { atLeast: 0.93 },
      detail: rows.map(({ name, near }) => `${name}: ${near.toFixed(3)}`).join('; '),
    },
    wrong.length === 0
      ? { name: SAID, skipped: 'every cut-out is right' }
      : {
          name: SAID,
          value: wrong.filter(({ isDoubted }) => isDoubted).length / wrong.length,
          unit: '',
          target: { atLeast: 0.9 },
          detail: `${wrong.length} wrong; not said: ${listed(wrong, false)}; said of right ones: ${listed(right, true)}`,
        },
  ]
}
