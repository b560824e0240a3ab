import sharp from 'sharp'
import { describeFace } from '#engine/vision/faces/describe-face.ts'
import { findFaces } from '#engine/vision/faces/find-faces.ts'
import { isSharp } from '#engine/vision/faces/is-sharp.ts'
import type { ToolNetworks } from '#engine/vision/networks.ts'
import { similarityOf } from '#tests/support/similarity.ts'
import { type BenchResult, delivered } from '../../bench-result.ts'
import { gradientVariance, insideFace, lightOf, overshoot } from './detail.ts'
import { decode, deliverOrEnd, encode, meanOf, type Photo } from './read-photos.ts'

/** Faces of this width at least, pixels: what is shrunk from less has no features. */
const LEAST_FACE = 110
const SHRINKS = [3, 4] as const

/** Faces shrunk and enlarged again: how much of their detail comes back, and at what price. */
export async function benchFixing(
  networks: ToolNetworks,
  photos: readonly Photo[],
): Promise<BenchResult[]> {
  const gains: number[] = []
  const rings: number[] = []
  const kept: number[] = []
  const details: string[] = []
  let tried = 0
  const identity = await networks.identity()
  for (const { name, picture, faces } of photos) {
    if (!faces[0] || faces[0].box.width < LEAST_FACE) continue
    for (const shrink of SHRINKS) {
      const soft = await shrinkAndEnlarge(await encode(picture), picture, shrink)
      const before = await decode(soft)
      const face = (await findFaces(await networks.faces(), before))[0]
      if (!face) continue
      tried++
      if (isSharp(before, face)) {
        details.push(`${name} by ${shrink}: refused before the price, already sharp`)
        continue
      }
      const made = await deliverOrEnd(networks, { tool: 'fix_faces', image: soft })
      if (!made) {
        details.push(`${name} by ${shrink}: ended unpaid, no improvement`)
        continue
      }
      const after = await decode(made[0]!.data)
      const inside = insideFace(face.box)
      const [old, now, own] = [lightOf(before), lightOf(after), lightOf(picture)]
      const measure = (light: Float32Array) => gradientVariance(light, picture, inside)
      const [was, is, origin] = [measure(old), measure(now), measure(own)]
      const ring = overshoot(now, old, picture, inside, { reach: shrink + 1, by: 10 })
      const found = (await findFaces(await networks.faces(), after))[0]
      const likeness = found
        ? similarityOf(
            await describeFace(identity, picture, faces[0]),
            await describeFace(identity, after, found),
          )
        : 0
      const without = similarityOf(
        await describeFace(identity, picture, faces[0]),
        await describeFace(identity, before, face),
      )
      gains.push(is / was)
      rings.push(ring)
      kept.push(likeness - without)
      details.push(
        `${name} by ${shrink}: ${was.toFixed(0)} -> ${is.toFixed(0)} (original ${origin.toFixed(0)}), beyond ${(100 * ring).toFixed(1)} %, likeness ${without.toFixed(2)} -> ${likeness.toFixed(2)}`,
      )
    }
  }
  return [
    delivered('Fix faces', gains.length, tried),
    {
      name: 'Fix faces: detail (gradient variance), least gain',
      value: Math.min(...gains),
      unit: 'x',
      target: { atLeast: 1.6 },
      detail: [`mean ${meanOf(gains).toFixed(2)}`, ...details].join('; '),
    },
    {
      name: 'Fix faces: ringing, most of a face',
      value: Math.max(...rings),
      unit: '',
      target: { atMost: 0.005 },
      detail: 'pixels beyond all that was around them by more than 10 of 255',
    },
    {
      name: 'Fix faces: likeness to the original, most lost',
      value: Math.min(...kept),
      unit: '',
      target: { atLeast: -0.04 },
      detail: `mean ${meanOf(kept).toFixed(3)}`,
    },
  ]
}

async function shrinkAndEnlarge(
  file: Buffer,
  { width, height }: { width: number; height: number },
  by: number,
): Promise<Buffer> {
  const small = await sharp(file)
    .resize(Math.round(width / by), Math.round(height / by), { fit: 'fill' })
    .png()
    .toBuffer()
  return sharp(small)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 92 })
    .toBuffer()
}
