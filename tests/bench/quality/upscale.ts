import sharp from 'sharp'
import { createToolNetworks } from '#engine/vision/networks.ts'
import type { RgbPicture } from '#engine/vision/pictures/rgb-picture.ts'
import { upscalePicture } from '#engine/vision/upscale/upscale-picture.ts'
import { type Photograph, psnr, readPhotograph } from '#scripts/support/photographs.ts'
import type { BenchResult } from '../bench-result.ts'
import { BICUBIC, enlargePlainly, LANCZOS } from './enlarge-plainly.ts'
import { ssim } from './ssim.ts'

const FACTOR = 4
/** Of the original, pixels. */
const EDGE = 256
const never = new AbortController().signal

/** Where the original is in its photograph. */
const PARTS: { photograph: Photograph; left: number; top: number }[] = [
  { photograph: 'astronaut', left: 110, top: 10 },
  { photograph: 'chelsea', left: 90, top: 20 },
  { photograph: 'coffee', left: 200, top: 60 },
  { photograph: 'rocket', left: 200, top: 140 },
  { photograph: 'portrait-smiling', left: 150, top: 10 },
  { photograph: 'portrait-stern', left: 160, top: 30 },
]

/** Photographs shrunk by four in two ways and enlarged again, by both networks and by what needs none. */
export async function benchUpscale(): Promise<BenchResult[]> {
  const tools = createToolNetworks(2)
  const networks = { fast: await tools.fastUpscaler(FACTOR), pro: await tools.photoUpscaler() }
  const evenness = { fast: [] as number[], pro: [] as number[] }
  const gains = { fast: [] as Gain[], pro: [] as Gain[] }
  for (const { photograph, left, top } of PARTS) {
    const { data, width, height } = await readPhotograph(photograph)
    const original = await sharp(data, { raw: { width, height, channels: 3 } })
      .extract({ left, top, width: EDGE, height: EDGE })
      .raw()
      .toBuffer()
    for (const [way, small] of [
      ['area', shrinkByArea(original)],
      ['Lanczos', await shrinkByLanczos(original)],
    ] as const) {
      const bicubic = compare(enlargePlainly(small, FACTOR, BICUBIC), original)
      const lanczos = compare(enlargePlainly(small, FACTOR, LANCZOS), original)
      for (const name of ['fast', 'pro'] as const) {
        const drawn = await upscalePicture(networks[name], small, FACTOR, () => {}, never)
        const own = compare(drawn.data, original)
        evenness[name].push(evennessOf(drawn))
        gains[name].push({
          decibels: own.psnr - Math.max(bicubic.psnr, lanczos.psnr),
          likeness: own.ssim - Math.max(bicubic.ssim, lanczos.ssim),
          detail: `${photograph}, shrunk by ${way}: ${text(own)}, bicubic ${text(bicubic)}, Lanczos ${text(lanczos)}`,
        })
      }
    }
  }
  return (['fast', 'pro'] as const).flatMap((name): BenchResult[] => [
    {
      name: `Upscale x4, ${name}: PSNR over the better of both, least`,
      value: Math.min(...gains[name].map(({ decibels }) => decibels)),
      unit: 'dB',
      target: { atLeast: 0 },
      detail: gains[name].map(({ detail }) => detail).join('; '),
    },
    {
      name: `Upscale x4, ${name}: SSIM over the better of both, least`,
      value: Math.min(...gains[name].map(({ likeness }) => likeness)),
      unit: '',
      target: { atLeast: 0 },
      detail: `mean ${(gains[name].reduce((sum, { likeness }) => sum + likeness, 0) / gains[name].length).toFixed(3)}`,
    },
    {
      name: `Upscale x4, ${name}: evenness, least`,
      value: Math.min(...evenness[name]),
      unit: '',
      target: { atLeast: 0.7 },
      detail: 'where it is far below 1, a grid shows',
    },
  ])
}

/** Differences between neighbours, where they are least within a pixel of the original, against their mean. */
function evennessOf({ data, width, height }: RgbPicture): number {
  const sums = Array.from({ length: FACTOR }, () => 0)
  for (let y = 0; y < height; y++)
    for (let x = FACTOR; x < width; x++)
      for (let c = 0; c < 3; c++) {
        const at = 3 * (y * width + x) + c
        sums[x % FACTOR]! += Math.abs(data[at]! - data[at - 3]!)
      }
  return (FACTOR * Math.min(...sums)) / sums.reduce((all, one) => all + one, 0)
}

interface Gain {
  decibels: number
  likeness: number
  detail: string
}

interface Nearness {
  psnr: number
  ssim: number
}

const text = (one: Nearness): string => `${one.psnr.toFixed(2)} dB ${one.ssim.toFixed(3)}`

function compare(data: Uint8Array, original: Uint8Array): Nearness {
  return { psnr: psnr(data, original), ssim: ssim(data, original, EDGE) }
}

/** Each pixel the mean of those that it covers. */
function shrinkByArea(original: Uint8Array): RgbPicture {
  const edge = EDGE / FACTOR
  const data = new Uint8Array(3 * edge * edge)
  for (let y = 0; y < edge; y++)
    for (let x = 0; x < edge; x++)
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let j = 0; j < FACTOR; j++)
          for (let i = 0; i < FACTOR; i++)
            sum += original[3 * ((y * FACTOR + j) * EDGE + x * FACTOR + i) + c]!
        data[3 * (y * edge + x) + c] = Math.round(sum / FACTOR ** 2)
      }
  return { data, width: edge, height: edge }
}

async function shrinkByLanczos(original: Uint8Array): Promise<RgbPicture> {
  const edge = EDGE / FACTOR
  const data = await sharp(original, { raw: { width: EDGE, height: EDGE, channels: 3 } })
    .resize(edge, edge, { kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  return { data, width: edge, height: edge }
}
