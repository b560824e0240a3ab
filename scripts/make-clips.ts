/**
 * Makes the clips of the landing page: how the built-in model draws the pictures of its showcase, step by step, with
 * nothing touched up. The recipes are those of the pictures (scripts/make-showcase.ts), which the clips end with.
 *
 * Usage: node scripts/make-clips.ts
 * Writes web/public/showcase/: an MP4 of each.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { COMPANIONS } from '#engine/companions.ts'
import { loadModel } from '#engine/diffusion/loaded-model.ts'
import { createClipEncoder, FRAMES_PER_SECOND } from './showcase/encode-clip.ts'
import { drawSteps } from './showcase/draw-steps.ts'
import { EDGE, showcaseRequest } from './showcase/request.ts'

const FOLDER = 'web/public/showcase'
const PICTURES = [
  'dog-face-3d-style',
  'pizza-flat-style',
  'two-penguins-in-the-snow-flat-style',
  'butterfly-3d-style',
]
/** Five changes a second: fewer than three flashes, which nobody must be shown unasked. */
const FRAMES_A_STEP = 2
const FRAMES_AT_THE_END = 2 * FRAMES_PER_SECOND
const MOST_BYTES = 300_000
/** Mean difference of two pictures, 0 to 255, that comes from storing one of them as WebP. */
const ALIKE = 3

interface Recipe {
  file: string
  prompt: string
  seed: number
}

const recipes = JSON.parse(await readFile(path.join(FOLDER, 'showcase.json'), 'utf8')) as Recipe[]
// One thread: the same numbers on every machine.
const source = { modelDir: 'models/text-to-image', cacheDir: '.cache/engine', threads: 1 }
const model = await loadModel(source, COMPANIONS)
const encoder = await createClipEncoder(EDGE)
let bytes = 0
for (const name of PICTURES) {
  const { file, prompt, seed } = recipes.find((recipe) => recipe.file === `${name}.webp`)!
  const steps = await drawSteps(model, showcaseRequest(prompt, seed))
  await expectSame(steps.at(-1)!, path.join(FOLDER, file))
  const frames = steps.map((png, i) => ({
    png,
    frames: i + 1 < steps.length ? FRAMES_A_STEP : FRAMES_AT_THE_END,
  }))
  const clip = await encoder.encode(frames)
  const seconds = await encoder.play(clip)
  const target = path.join(FOLDER, `${name}.mp4`)
  await writeFile(target, clip)
  bytes += clip.length
  console.log(`${target}: ${(clip.length / 1024).toFixed(0)} KiB, ${seconds.toFixed(1)} s`)
}
await encoder.close()
await model.release()
if (bytes > MOST_BYTES) throw new Error(`The clips take ${bytes} bytes, more than ${MOST_BYTES}.`)

/** The clip is of the very picture that stands for it until it plays. */
async function expectSame(png: Uint8Array, file: string): Promise<void> {
  const [one, other] = await Promise.all(
    [png, await readFile(file)].map((data) => sharp(data).removeAlpha().raw().toBuffer()),
  )
  const difference = one!.reduce((sum, value, i) => sum + Math.abs(value - other![i]!), 0)
  if (difference / one!.length > ALIKE) throw new Error(`${file} is not what is drawn now.`)
}
