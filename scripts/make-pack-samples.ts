/**
 * Draws the samples of the packs that come with the app, with the built-in model: the first shots of each, in their order.
 *
 * Usage: node scripts/make-pack-samples.ts
 * Writes those of web/public/packs/ that are not there yet.
 */
import { access, mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import { defaultRequest } from './default-request.ts'

const PUBLIC = 'web/public'
const EDGE = 256
const SEED = 7

/** Prompts of shots by the `key` of their pack. */
const SAMPLES: Record<string, string[]> = {
  'forest-friends': ['an owl', 'a hedgehog on the grass', 'a raccoon', 'a squirrel'].map(
    (prompt) => `${prompt}, 3d style`,
  ),
  'fruit-stand': ['a strawberry', 'a pineapple', 'a lemon', 'a watermelon'].map(
    (prompt) => `${prompt}, glossy style`,
  ),
  'zoo-in-motion': ['a lion', 'a penguin in the snow', 'a koala'],
  'under-the-sea': ['a tropical fish', 'an octopus', 'a dolphin'],
  'on-the-road': ['a hot air balloon', 'a steam locomotive', 'a sailboat'],
  'sweet-table': ['a cupcake', 'a donut', 'a pizza'],
}

await mkdir(path.join(PUBLIC, 'packs'), { recursive: true })
const engine = createBuiltinEngine({
  modelDirs: ['models/text-to-image'],
  cacheDir: '.cache/engine',
  threads: 2,
})
for (const [key, prompts] of Object.entries(SAMPLES)) {
  for (const [index, prompt] of prompts.entries()) {
    const file = path.join(PUBLIC, 'packs', `${key}-${index + 1}.webp`)
    if (await isThere(file)) continue
    await sharp(await draw(prompt, SEED + index))
      .resize({ width: EDGE, height: EDGE })
      .webp({ quality: 72 })
      .toFile(file)
    console.log(file)
  }
}
await engine.dispose()

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function draw(prompt: string, seed: number): Promise<Uint8Array> {
  const made: Uint8Array[] = []
  const request = defaultRequest({ model: 'atelier-v1', prompt, seed, edge: 512 })
  await engine.image.follow(await engine.image.start(request), {
    onProgress: () => undefined,
    async onOutput({ data }) {
      made.push(data)
    },
  })
  const [image] = made
  if (!image) throw new Error(`Nothing was drawn of ${prompt}`)
  return image
}
