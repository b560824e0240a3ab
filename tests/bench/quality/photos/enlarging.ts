import type { ToolNetworks } from '#engine/vision/networks.ts'
import sharp from 'sharp'
import type { BenchResult } from '../../bench-result.ts'
import { gradientVariance, insideFace, lightOf, overshoot } from './detail.ts'
import { rippleOf } from './ripple.ts'
import { decode, deliver, meanOf, type Photo } from './read-photos.ts'

/** The middle of a photograph that is enlarged, pixels. */
const PART = 160

/** Rings: lighter or darker than all of the enlarged fast one's pixels so near, by more than so much of 255. */
const RING = { reach: 4, by: 16 }

/** How much more detail pro shows than the fast upscale, off faces. */
export async function benchEnlarging(
  networks: ToolNetworks,
  photos: readonly Photo[],
): Promise<BenchResult[]> {
  const gains: number[] = []
  const rings: number[] = []
  const details: string[] = []
  const ripple = await rippleOf(networks)
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
    const lights: Float32Array[] = []
    for (const pro of [false, true]) {
      const [enlarged] = await deliver(networks, { tool: 'upscale', image, scale: 4, pro })
      const drawn = await decode(enlarged!.data)
      lights.push(lightOf(drawn))
      sharpness.push(gradientVariance(lights.at(-1)!, drawn, counts))
      if (pro) rings.push(overshoot(lights[1]!, lights[0]!, drawn, counts, RING))
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
    {
      name: 'Upscale x4: part of a photo where pro rings, most',
      value: Math.max(...rings),
      unit: '',
      target: { atMost: 0.02 },
      detail: rings.map((share) => share.toFixed(4)).join(', '),
    },
    {
      name: 'Upscale x4: ripple of pro on a slope, against a smooth enlargement',
      value: ripple.pro / ripple.smooth,
      unit: 'x',
      target: { atMost: 1.1 },
      detail: `${ripple.pro.toFixed(3)} of 255, smooth ${ripple.smooth.toFixed(3)}; at a lag of four pixels ${ripple.lag.pro.toFixed(2)}, smooth ${ripple.lag.smooth.toFixed(2)}`,
    },
  ]
}
