import sharp from 'sharp'
import type { ToolNetworks } from '#engine/vision/networks.ts'
import { decode, deliver, encode } from './read-photos.ts'
import { lightOf } from './detail.ts'

const FACTOR = 4
/** Edge of the slope that is enlarged, pixels. */
const EDGE = 56
/** Left out along the border, pixels of the result. */
const BORDER = 24

/** How uneven an even slope is once it is enlarged, of 255 (root of the mean square of what is finer than eight pixels). */
interface Ripple {
  pro: number
  smooth: number
  /** How like itself four pixels further (autocorrelation). */
  lag: { pro: number; smooth: number }
}

/** The pattern that the pro network leaves in a slope of colours, beside a smooth enlargement of it. */
export async function rippleOf(networks: ToolNetworks): Promise<Ripple> {
  const data = new Uint8Array(3 * EDGE * EDGE)
  for (let y = 0; y < EDGE; y++)
    for (let x = 0; x < EDGE; x++)
      data.set(
        [60 + 0.9 * x + 0.4 * y, 110 + 0.8 * y, 200 - 0.7 * x - 0.3 * y].map(Math.round),
        3 * (y * EDGE + x),
      )
  const image = await encode({ data, width: EDGE, height: EDGE })
  const [enlarged] = await deliver(networks, { tool: 'upscale', image, scale: FACTOR, pro: true })
  const smooth = await sharp(image)
    .resize(FACTOR * EDGE, FACTOR * EDGE, { kernel: 'cubic' })
    .png()
    .toBuffer()
  const [a, b] = [
    measure(lightOf(await decode(enlarged!.data))),
    measure(lightOf(await decode(smooth))),
  ]
  return { pro: a.deviation, smooth: b.deviation, lag: { pro: a.lag, smooth: b.lag } }
}

function measure(light: Float32Array): { deviation: number; lag: number } {
  const edge = FACTOR * EDGE
  const fine = new Float32Array(light.length)
  for (let y = BORDER; y < edge - BORDER; y++)
    for (let x = BORDER; x < edge - BORDER; x++) {
      let [sum, count] = [0, 0]
      for (let j = -FACTOR; j <= FACTOR; j++)
        for (let i = -FACTOR; i <= FACTOR; i++) {
          // Squares of eight, taken from both sides.
          const weight = (Math.abs(i) === FACTOR ? 0.5 : 1) * (Math.abs(j) === FACTOR ? 0.5 : 1)
          sum += weight * light[(y + j) * edge + x + i]!
          count += weight
        }
      fine[y * edge + x] = light[y * edge + x]! - sum / count
    }
  let [own, further, count] = [0, 0, 0]
  for (let y = BORDER; y < edge - BORDER - FACTOR; y++)
    for (let x = BORDER; x < edge - BORDER - FACTOR; x++) {
      const at = y * edge + x
      own += fine[at]! ** 2
      further += (fine[at]! * (fine[at + FACTOR]! + fine[at + FACTOR * edge]!)) / 2
      count++
    }
  return { deviation: Math.sqrt(own / count), lag: further / own }
}
