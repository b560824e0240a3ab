import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import type { PictureScores } from '#lib/engine-spec/index.ts'
import type { OnnxSession } from '../onnx/onnx-session.ts'
import { openSession, runSession } from '../onnx/onnx-session.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const MODEL = join(ROOT, 'models', 'picture-classifier', 'model.onnx')
/** The network's own size, in pixels. */
const SIDE = 224

let network: Promise<OnnxSession> | null = null

/**
 * What the classifier of `models/picture-classifier` sees in a picture. Its kinds, in its order: drawing, hentai,
 * neutral, porn, sexy. One thread, for it works beside a network that draws.
 */
export async function scorePicture(picture: Uint8Array): Promise<PictureScores> {
  network ??= openSession(MODEL, { threads: 1 }, { known: ['picture'] }).catch((error: unknown) => {
    network = null
    throw error
  })
  const feeds = { picture: await toTensor(picture) }
  const { data } = await runSession(await network, feeds, 'scores')
  const [drawing = 0, hentai = 0, neutral = 0, porn = 0, sexy = 0] = data
  return { drawing, hentai, neutral, porn, sexy }
}

/** [1, 3, 224, 224] in 0 to 1; stretched to the square, as in the classifier's training. */
async function toTensor(picture: Uint8Array): Promise<Tensor> {
  const pixels = await sharp(picture)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const plane = SIDE * SIDE
  const values = new Float32Array(3 * plane)
  for (let place = 0; place < plane; place++)
    for (let channel = 0; channel < 3; channel++)
      values[channel * plane + place] = (pixels[3 * place + channel] ?? 0) / 255
  return new Tensor('float32', values, [1, 3, SIDE, SIDE])
}
