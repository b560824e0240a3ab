/**
 * Measures a model folder's own enlarger against the one for photographs and plain scaling, on pairs of a set that nothing was trained on
 * (`npm run model:enlarger` makes them): how near each comes to the original, how steep outlines are, how even fills are.
 *
 * Usage: node scripts/measure-enlarger.ts MODEL_FOLDER PAIRS_FOLDER
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { createEnlarger } from '#engine/diffusion/enlarger/enlarge.ts'
import { modelEnlarger } from '#engine/illustrations/model-enlarger.ts'
import { photoEnlarger } from '#engine/diffusion/enlarger/photo-enlarger.ts'
import { toRgb } from '#engine/diffusion/finish-picture.ts'
import type { Planes } from '#engine/diffusion/networks.ts'
import { createRunLane } from '#engine/diffusion/run-lane.ts'

const SMALL = 128
const LARGE = 512
const SIZE = { width: LARGE, height: LARGE }
/** Changes from one pixel to the next, of 255: outlines have more, fills less. */
const OUTLINE = 24
const FILL = 1

const [modelDir, folder] = process.argv.slice(2)
if (!modelDir || !folder) throw new Error('Usage: measure-enlarger.ts MODEL_FOLDER PAIRS_FOLDER')
const own = await modelEnlarger(modelDir)
if (!own) throw new Error(`${modelDir} holds no enlarger.`)
const inputs = new Uint8Array(await readFile(path.join(folder, 'inputs.u8')))
const targets = new Uint8Array(await readFile(path.join(folder, 'targets.u8')))
const known = JSON.parse(await readFile(path.join(folder, 'pairs.json'), 'utf8')) as number[]
const lane = createRunLane(new AbortController().signal)

const kinds = { photographs: photoEnlarger, own }
const ways: Record<string, (picture: Planes) => Promise<Planes>> = { lanczos }
for (const [name, kind] of Object.entries(kinds)) {
  const enlarger = createEnlarger(kind, { threads: 1 })
  ways[name] = (picture) => enlarger.enlarge(picture, SIZE, lane)
}
for (const [name, way] of Object.entries(ways)) {
  const sums = { error: 0, outline: 0, wanted: 0, fill: 0, fillPixels: 0, ms: 0 }
  for (const pair of known.keys()) {
    const target = planesOf(targets, pair, LARGE)
    const began = performance.now()
    const drawn = await way(planesOf(inputs, pair, SMALL))
    sums.ms += performance.now() - began
    add(sums, drawn, target)
  }
  const mean = sums.error / targets.length
  console.log(
    `${name}: PSNR ${(10 * Math.log10(255 ** 2 / mean)).toFixed(2)} dB, ` +
      `outlines ${((100 * sums.outline) / sums.wanted).toFixed(0)} % as steep as the original's, ` +
      `fills change by ${(sums.fill / sums.fillPixels).toFixed(3)} of 255 a pixel, ${(sums.ms / known.length).toFixed(0)} ms`,
  )
}

function planesOf(all: Uint8Array, index: number, edge: number): Planes {
  const length = 3 * edge ** 2
  const data = Float32Array.from(all.subarray(index * length, (index + 1) * length))
  return { data, width: edge, height: edge }
}

async function lanczos({ data, width, height }: Planes): Promise<Planes> {
  const raw = { width, height, channels: 3 } as const
  const pixels = await sharp(toRgb({ data, width, height }), { raw })
    .resize(LARGE, LARGE, { kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  const area = LARGE ** 2
  const planes = Float32Array.from({ length: 3 * area }, (_, i) => {
    return pixels[3 * (i % area) + Math.floor(i / area)]!
  })
  return { data: planes, ...SIZE }
}

function add(
  sums: Record<'error' | 'outline' | 'wanted' | 'fill' | 'fillPixels', number>,
  { data: drawn }: Planes,
  { data: target }: Planes,
): void {
  for (let i = 0; i < target.length; i++) {
    const value = Math.round(drawn[i]!)
    sums.error += (value - target[i]!) ** 2
    if (i % LARGE === LARGE - 1) continue
    const wanted = Math.abs(target[i + 1]! - target[i]!)
    const change = Math.abs(Math.round(drawn[i + 1]!) - value)
    if (wanted > OUTLINE) {
      sums.outline += change
      sums.wanted += wanted
    } else if (wanted <= FILL) {
      sums.fill += change
      sums.fillPixels++
    }
  }
}
