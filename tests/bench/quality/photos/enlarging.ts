import type { ToolNetworks } from '#engine/vision/networks.ts'
import sharp from 'sharp'
import type { BenchResult } from '../../bench-result.ts'
import { gradientVariance, insideFace, lightOf } from './detail.ts'
import { decode, deliver, meanOf, type Photo } from './read-photos.ts'

/** The middle of a photograph that is enlarged, pixels. */
const PART = 160

/** How much more detail pro shows than the fast upscale, off faces. */
export async function benchEnlarging(
  networks: ToolNetworks,
  photos: readonly Photo[],
): Promise<BenchResult[]> {
  const gains: number[] = []
  const details: string[] = []
  for (const { name, picture, faces } of photos) {
    const raw = { width: picture.width, height: picture.height, channels: 3 as const }
    const [left, top] = [
      Math.max(0, Math.floor((picture.width - PART) / 2)),
      Math.max(0, Math.floor((picture.height - PART) / 2)),
    ]
    const image = await sharp(picture.data, { raw })
      .extract({
        left,
        top,
        width: Math.min(PART, picture.width),
        height: Math.min(PART, picture.height),
      })
      .png()
      .toBuffer()
    const isFace = faces.map(({ box }) => insideFace(box))
    const counts = (x: number, y: number): boolean =>
      isFace.every((inside) => !inside(left + x / 4, top + y / 4))
    const sharpness: number[] = []
    for (const pro of [false, true]) {
      const [enlarged] = await deliver(networks, { tool: 'upscale', image, scale: 4, pro })
      const drawn = await decode(enlarged!.data)
      sharpness.push(gradientVariance(lightOf(drawn), drawn, counts))
    }
    const [fast, pro] = sharpness as [number, number]
    if (Number.isNaN(fast)) continue
    gains.push(pro / fast)
    details.push(`${name}: fast ${fast.toFixed(1)}, pro ${pro.toFixed(1)}`)
  }
  return [
    {
      name: 'Upscale x4: detail of pro against the fast one, mean',
      value: meanOf(gains),
      unit: 'x',
      target: { atLeast: 1.25 },
      detail: details.join('; '),
    },
    {
      name: 'Upscale x4: detail of pro against the fast one, least',
      value: Math.min(...gains),
      unit: 'x',
      target: { atLeast: 1.05 },
      detail: 'gradient variance off faces',
    },
  ]
}
