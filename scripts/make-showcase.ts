/**
 * Draws the pictures of the landing pages and of the style chooser with the built-in model, as anyone would
 * get them from the app: nothing is touched up; prompts and seeds were chosen by eye.
 *
 * Usage: node scripts/make-showcase.ts
 * Writes web/public/showcase/ and web/public/styles/: WebP files and a JSON list of each.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import type { ImageRequest } from '#server/engines/spec/index.ts'

interface Drawing {
  prompt: string
  seed: number
  alt: string
}

const EDGE = 512
const MAX_BYTES = 25_000
const SAMPLER = 'Euler a'

const SHOWCASE: Drawing[] = [
  { prompt: 'smiling face 3d style', seed: 1, alt: 'A round yellow face that laughs' },
  { prompt: 'red apple glossy style on beige background', seed: 6, alt: 'A red apple with a leaf' },
  { prompt: 'crescent moon 3d style on blue background', seed: 5, alt: 'A pale moon on blue' },
  { prompt: 'red heart 3d style', seed: 4, alt: 'A red heart' },
  {
    prompt: 'grinning face flat style on pink background',
    seed: 3,
    alt: 'A grinning face with wide eyes on pink',
  },
  { prompt: 'purple heart glossy style', seed: 2, alt: 'A purple heart' },
  { prompt: 'clock icon style', seed: 1, alt: 'A round clock as an icon' },
  {
    prompt: 'panda face 3d style on green background',
    seed: 6,
    alt: 'A white and red face on green',
  },
  {
    prompt: 'smiling face glossy style on sky background',
    seed: 3,
    alt: 'A surprised glossy face on sky blue',
  },
  {
    prompt: 'full moon 3d style on black background',
    seed: 3,
    alt: 'A golden moon on a black sky',
  },
  { prompt: 'smiling face twemoji style', seed: 6, alt: 'A calm pale yellow smile' },
  { prompt: 'green heart flat style', seed: 5, alt: 'A green heart' },
  { prompt: 'cloud 3d style on sky background', seed: 6, alt: 'A soft white cloud on sky blue' },
  {
    prompt: 'smiling face with sunglasses 3d style on purple background',
    seed: 2,
    alt: 'A face with dark glasses on purple',
  },
  { prompt: 'folder icon style', seed: 4, alt: 'A yellow folder as an icon' },
  { prompt: 'angry face glossy style', seed: 3, alt: 'A glossy face with round eyes' },
  {
    prompt: 'blue heart 3d style on yellow background',
    seed: 5,
    alt: 'A blue heart on yellow',
  },
  {
    prompt: 'crying face 3d style on blue background',
    seed: 2,
    alt: 'A face with big eyes on blue',
  },
  { prompt: 'a red apple 3d style', seed: 2, alt: 'A red apple with a light top' },
  { prompt: 'smiling face noto style', seed: 2, alt: 'A flat yellow smile' },
  {
    prompt: 'angry face flat style on orange background',
    seed: 6,
    alt: 'A worried face on orange',
  },
  { prompt: 'lemon 3d style on beige background', seed: 2, alt: 'A lemon on beige' },
  {
    prompt: 'smiling face flat style on green background',
    seed: 2,
    alt: 'A friendly face on green',
  },
  {
    prompt: 'smiling face with heart eyes 3d style',
    seed: 5,
    alt: 'A face that laughs out loud',
  },
]

const STYLES: (Drawing & { style: string })[] = [
  { style: '3d', prompt: 'smiling face 3d style', seed: 2, alt: 'A smiling face, 3D' },
  { style: 'glossy', prompt: 'smiling face glossy style', seed: 6, alt: 'A smiling face, glossy' },
  { style: 'flat', prompt: 'smiling face flat style', seed: 2, alt: 'A smiling face, flat' },
  { style: 'soft', prompt: 'smiling face noto style', seed: 2, alt: 'A smiling face, soft' },
  {
    style: 'sticker',
    prompt: 'smiling face twemoji style',
    seed: 6,
    alt: 'A smiling face, sticker',
  },
  { style: 'icon', prompt: 'clock icon style', seed: 1, alt: 'A clock, icon' },
]

// One thread: the same numbers on every machine.
const engine = createBuiltinEngine({
  modelDirs: ['models/text-to-image'],
  cacheDir: '.cache/engine',
  threads: 1,
})
await writeGallery('web/public/showcase', 'showcase.json', SHOWCASE, ({ prompt }) => slug(prompt))
await writeGallery('web/public/styles', 'styles.json', STYLES, ({ style }) => style)
await engine.dispose()

async function writeGallery<T extends Drawing>(
  folder: string,
  list: string,
  drawings: T[],
  nameOf: (drawing: T) => string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const entries: object[] = []
  for (const drawing of drawings) {
    const { prompt, seed, alt } = drawing
    const file = `${nameOf(drawing)}.webp`
    await writeFile(path.join(folder, file), await compress(await draw(prompt, seed)))
    entries.push({ file, prompt, seed, sampler: SAMPLER, width: EDGE, height: EDGE, alt })
    console.log(path.join(folder, file))
  }
  await writeFile(path.join(folder, list), `${JSON.stringify(entries, null, 2)}\n`)
}

async function draw(prompt: string, seed: number): Promise<Uint8Array> {
  const request: ImageRequest = {
    type: 'TTI',
    model: 'atelier-v0',
    prompt,
    negativePrompt: '',
    width: EDGE,
    height: EDGE,
    indexes: [0],
    seed,
    steps: 20,
    guidanceScale: 4,
    sampler: SAMPLER,
    loras: [],
  }
  const pictures: Uint8Array[] = []
  await engine.follow(await engine.start(request), {
    onProgress: () => undefined,
    async onImage({ data }) {
      pictures.push(data)
    },
  })
  return pictures[0]!
}

/** The best quality that fits. */
async function compress(png: Uint8Array): Promise<Uint8Array> {
  for (let quality = 90; quality > 10; quality -= 5) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length <= MAX_BYTES) return webp
  }
  throw new Error('A picture does not fit its size at any quality.')
}

function slug(text: string): string {
  return text.replaceAll(/[^a-z0-9]+/g, '-')
}
