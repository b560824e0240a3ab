/**
 * Draws the images of the content pages that are not there yet, with the built-in model and the very settings that the page names,
 * and removes those that no page shows any more.
 *
 * Usage: npm run content:pictures [-- --all]    (--all: draws every image again)
 * Writes web/public/content/, exits with 1 if the images are larger together than what a site may carry.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { contentPages, type DrawnWith, imageFileOf, imagesOf } from '#content/index.ts'
import { STYLES } from '#contract/styles.ts'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import { defaultRequest } from './default-request.ts'

const PUBLIC = 'web/public'
const FOLDER = path.join(PUBLIC, 'content')
/** The longer edge; shown at half of it at most on a usual screen. */
const EDGE = 384
const MOST_BYTES = 700_000

const wanted = new Map<string, DrawnWith>()
for (const image of contentPages.flatMap(imagesOf)) {
  if ('drawn' in image) wanted.set(imageFileOf(image.drawn), image.drawn)
}
await mkdir(FOLDER, { recursive: true })
const isAnew = process.argv.includes('--all')
const there = new Set((await readdir(FOLDER)).map((file) => `content/${file}`))
for (const file of there) {
  if (!wanted.has(file) || isAnew) await rm(path.join(PUBLIC, file))
}
const engine = createBuiltinEngine({
  modelDirs: ['models/text-to-image'],
  cacheDir: '.cache/engine',
  threads: 1,
})
for (const [file, drawn] of wanted) {
  if (there.has(file) && !isAnew) continue
  const size = { width: EDGE, height: EDGE, fit: 'inside', kernel: 'lanczos3' } as const
  await sharp(await draw(drawn))
    .resize(size)
    .webp({ quality: 78 })
    .toFile(path.join(PUBLIC, file))
  console.log(file)
}
await engine.dispose()
const sizes = await Promise.all([...wanted.keys()].map((file) => stat(path.join(PUBLIC, file))))
const bytes = sizes.reduce((sum, { size }) => sum + size, 0)
console.log(`${wanted.size} images, ${Math.round(bytes / 1024)} KiB`)
if (bytes > MOST_BYTES) process.exitCode = 1

async function draw({ prompt, seed, style, ...settings }: DrawnWith): Promise<Uint8Array> {
  const words = STYLES.find(({ id }) => id === style)?.words
  const request = defaultRequest({
    model: 'atelier-v1',
    prompt: words === undefined ? prompt : `${prompt}, ${words}`,
    seed,
    edge: 512,
  })
  const { steps, guidance_scale: guidanceScale, sampler, width, height } = settings
  const asked = {
    ...request,
    ...(steps !== undefined && { steps }),
    ...(guidanceScale !== undefined && { guidanceScale }),
    ...(sampler !== undefined && { sampler }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  }
  const made: Uint8Array[] = []
  await engine.image.follow(await engine.image.start(asked), {
    onProgress: () => undefined,
    async onOutput({ data }) {
      made.push(data)
    },
  })
  const [image] = made
  if (!image) throw new Error(`Nothing was drawn of ${prompt}`)
  return image
}
