import { Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import type { OnnxSession } from '#engine/onnx/onnx-session.ts'
import { createToolNetworks } from '#engine/vision/networks.ts'
import type { RgbPicture } from '#engine/vision/pictures/rgb-picture.ts'
import { cutOut } from '#engine/vision/remove-background/cut-out.ts'
import type { BenchResult } from '../bench-result.ts'
import { makeComposites } from './composites.ts'

const INPUT = 320
const never = new AbortController().signal

/**
 * Background removal on composites with exact masks, beside the program's own network as its packages use it.
 * @param modelsDir of which added networks are used; left out: the program's own does everything
 */
export async function benchBackground(modelsDir?: string): Promise<BenchResult[]> {
  const added = modelsDir === undefined ? undefined : { modelsDir, isSold: () => false }
  const network = await createToolNetworks(2, added).foreground()
  const own = await createToolNetworks(2).foreground()
  const rows: { name: string; isHairy: boolean; ours: number; plain: number }[] = []
  for (const { name, isHairy, picture, mask } of await makeComposites()) {
    const plain = unionOf(mask, await cutPlainly(own, picture))
    const cut = await cutOut(
      network,
      { ...picture, data: picture.data.slice() },
      {
        onStep() {},
        signal: never,
      },
    )
    rows.push({ name, isHairy, ours: unionOf(mask, cut.opacity), plain })
  }
  const mean = (values: number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  const hairy = rows.filter((row) => row.isHairy)
  const things = rows.filter((row) => !row.isHairy)
  const detail = rows.map(
    ({ name, ours, plain }) => `${name}: ${ours.toFixed(3)}, u2netp alone ${plain.toFixed(3)}`,
  )
  return [
    {
      name: 'Background: IoU with exact masks, mean',
      value: mean(rows.map(({ ours }) => ours)),
      unit: '',
      target: { atLeast: 0.93 },
      detail: detail.join('; '),
    },
    {
      name: 'Background: IoU of things, mean',
      value: mean(things.map(({ ours }) => ours)),
      unit: '',
      target: { atLeast: 0.9 },
      detail: `u2netp alone ${mean(things.map(({ plain }) => plain)).toFixed(3)}`,
    },
    {
      name: 'Background: IoU of hair and fur, mean',
      value: mean(hairy.map(({ ours }) => ours)),
      unit: '',
      target: { atLeast: 0.93 },
      detail: `u2netp alone ${mean(hairy.map(({ plain }) => plain)).toFixed(3)}`,
    },
    {
      name: 'Background: wrong part, u2netp alone against ours',
      value: mean(rows.map(({ plain }) => 1 - plain)) / mean(rows.map(({ ours }) => 1 - ours)),
      unit: 'x',
      target: { atLeast: 1 },
      detail: `u2netp alone reaches an IoU of ${mean(rows.map(({ plain }) => plain)).toFixed(3)}`,
    },
  ]
}

/** Intersection over union of two masks with soft edges: sums of the lesser and of the greater of both (Jaccard). */
function unionOf(a: Uint8Array, b: Uint8Array): number {
  let [both, either] = [0, 0]
  for (let pixel = 0; pixel < a.length; pixel++) {
    both += Math.min(a[pixel]!, b[pixel]!)
    either += Math.max(a[pixel]!, b[pixel]!)
  }
  return both / either
}

/** The network's answer for the whole picture, stretched from least to most and enlarged. */
async function cutPlainly(
  { session, inputs, outputNames }: OnnxSession,
  { data, width, height }: RgbPicture,
): Promise<Uint8Array> {
  const pixels = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(INPUT, INPUT, { fit: 'fill' })
    .raw()
    .toBuffer()
  const brightest = pixels.reduce((most, value) => Math.max(most, value), 1)
  const area = INPUT * INPUT
  const input = new Float32Array(3 * area)
  for (let pixel = 0; pixel < area; pixel++)
    for (let c = 0; c < 3; c++)
      input[c * area + pixel] =
        (pixels[3 * pixel + c]! / brightest - [0.485, 0.456, 0.406][c]!) / [0.229, 0.224, 0.225][c]!
  const feeds = { [inputs[0]!.name]: new Tensor('float32', input, [1, 3, INPUT, INPUT]) }
  const answer = (await session.run(feeds))[outputNames[0]!]!.data as Float32Array
  const least = answer.reduce((a, b) => Math.min(a, b))
  const most = answer.reduce((a, b) => Math.max(a, b))
  const map = Uint8Array.from(answer, (value) =>
    Math.round((255 * (value - least)) / (most - least)),
  )
  return sharp(map, { raw: { width: INPUT, height: INPUT, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}
