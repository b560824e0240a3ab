/**
 * Draws the samples of the packs that come with the app, with the built-in model: each shot, in their order.
 *
 * Usage: node scripts/make-pack-samples.ts
 * Writes those of web/public/packs/ that are not there yet, the photos of a studio that the home page shows beside what was drawn with it,
 * and the cards of packs and studios on the page of all tools.
 */
import { access, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import sharp from 'sharp'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import { createToolEngine } from '#engine/vision/tool-engine.ts'
import type { LoraReference } from '#server/engines/spec/index.ts'
import { defaultRequest } from './default-request.ts'

const PUBLIC = 'web/public'
const EDGE = 256
const SEED = 7

/** Of a card on the page of all tools, pixels. */
const CARD = { width: 640, height: 480 }

/** The samples on each card: of packs, and what was drawn with a studio beside its photos. */
const CARDS = {
  'photo-packs': [
    'packs/forest-friends-1',
    'packs/fruit-stand-1',
    'packs/sweet-table-2',
    'packs/under-the-sea-1',
  ],
  'video-packs': [
    'packs/on-the-road-1',
    'packs/zoo-in-motion-1',
    'packs/under-the-sea-2',
    'packs/on-the-road-2',
  ],
  studio: [
    'showcase/studio-photo-1',
    'showcase/studio-photo-2',
    'showcase/studio-photo-3',
    'packs/pet-of-the-month-1',
  ],
}

/** Prompts of shots by the `key` of their pack, in its order, of those that need no subject. */
const SAMPLES: Record<string, string[]> = {
  'forest-friends': [
    'an owl',
    'a hedgehog on the grass',
    'a raccoon',
    'a squirrel',
    'a bear in the snow',
    'a red fox',
    'a deer on the grass',
    'a rabbit',
    'a beaver',
    'a badger',
    'a wolf in the snow',
    'a frog',
  ].map((prompt) => `${prompt}, 3d style`),
  'fruit-stand': [
    'a strawberry',
    'a pineapple',
    'a lemon',
    'a watermelon',
    'a peach',
    'a pear',
    'cherries',
    'grapes',
    'a banana',
    'a coconut',
    'an avocado',
    'a melon',
  ].map((prompt) => `${prompt}, glossy style`),
  'zoo-in-motion': [
    'a lion',
    'a penguin in the snow',
    'a koala',
    'a tiger on the grass',
    'a panda',
    'a flamingo',
    'a sloth',
    'a peacock',
    'an otter',
    'a parrot',
  ],
  'under-the-sea': [
    'a tropical fish',
    'an octopus',
    'a dolphin',
    'a whale',
    'a crab',
    'a turtle',
    'a shark',
    'a seal',
    'a shrimp',
    'a lobster',
  ],
  'on-the-road': [
    'a hot air balloon',
    'a steam locomotive',
    'a sailboat',
    'a bicycle',
    'a helicopter',
    'a fire engine',
    'a tractor',
    'a tram',
    'a rocket',
    'an airplane',
  ],
  'sweet-table': [
    'a cupcake',
    'a donut',
    'a pizza',
    'a croissant',
    'a strawberry',
    'a pineapple',
    'a pancake',
    'a cookie',
    'an ice cream',
    'a birthday cake',
  ],
}

/** Shots of packs with a subject of one's own, drawn with a studio of `models/showcase` as an example; chosen by eye. */
const EXAMPLES: Record<string, { studio: Studio; shots: { prompt: string; seed: number }[] }> = {
  'city-portraits': {
    studio: 'bear',
    shots: [
      { prompt: 'a photo of an object, city at night', seed: 7 },
      { prompt: 'a photo of an object, sunset', seed: 9 },
    ],
  },
  'four-seasons': {
    studio: 'bear',
    shots: [
      { prompt: 'a photo of an object, in the snow', seed: 10 },
      { prompt: 'a photo of an object, autumn leaves', seed: 9 },
      { prompt: 'a photo of an object, cherry blossom', seed: 7 },
    ],
  },
  'pet-of-the-month': {
    studio: 'bird',
    shots: [
      { prompt: 'an object, in the snow', seed: 7 },
      { prompt: 'an object, on the grass', seed: 9 },
      { prompt: 'an object, red background', seed: 8 },
    ],
  },
  'product-shelf': {
    studio: 'plant',
    shots: [
      { prompt: 'a studio photo of an object, white background', seed: 7 },
      { prompt: 'a studio photo of an object, at sunset', seed: 10 },
    ],
  },
}
type Studio = 'bear' | 'bird' | 'plant'
const CUT_OUTS = 3

await mkdir(path.join(PUBLIC, 'packs'), { recursive: true })
const engine = createBuiltinEngine({
  modelDirs: ['models/text-to-image'],
  cacheDir: '.cache/engine',
  threads: 2,
})
const tools = createToolEngine({ name: 'builtin', threads: 2, processes: 1, log: undefined })
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
for (const [key, { studio, shots }] of Object.entries(EXAMPLES)) {
  for (const [index, { prompt, seed }] of shots.entries()) {
    const file = path.join(PUBLIC, 'packs', `${key}-${index + 1}.webp`)
    if (await isThere(file)) continue
    await sharp(await draw(prompt, seed, [await readStudio(studio)]))
      .resize({ width: EDGE, height: EDGE })
      .webp({ quality: 72 })
      .toFile(file)
    console.log(file)
  }
}
for (let photo = 1; photo <= CUT_OUTS; photo++) {
  const file = path.join(PUBLIC, 'showcase', `studio-photo-${photo}.webp`)
  if (await isThere(file)) continue
  await sharp(path.join('models/showcase', EXAMPLES['pet-of-the-month']!.studio, `${photo}.webp`))
    .resize({ width: EDGE, height: EDGE })
    .webp({ quality: 72 })
    .toFile(file)
  console.log(file)
}
for (const [card, four] of Object.entries(CARDS)) {
  const file = path.join(PUBLIC, 'tools', `${card}-card.webp`)
  if (await isThere(file)) continue
  await joinFour(four, file)
  console.log(file)
}
await engine.dispose()
await tools.dispose()

/** Four samples in the squares of a card. */
async function joinFour(samples: readonly string[], file: string): Promise<void> {
  const [width, height] = [CARD.width / 2, CARD.height / 2]
  const parts = await Promise.all(
    samples.map(async (sample, index) => ({
      input: await sharp(path.join(PUBLIC, `${sample}.webp`))
        .resize(width, height, { fit: 'cover' })
        .png()
        .toBuffer(),
      left: width * (index % 2),
      top: height * Math.floor(index / 2),
    })),
  )
  await sharp({ create: { ...CARD, channels: 3, background: '#fff' } })
    .composite(parts)
    .webp({ quality: 80 })
    .toFile(file)
}

/** What a studio learned, with its subject cut out of its photos. */
async function readStudio(studio: Studio): Promise<LoraReference> {
  const read = (file: string) => readFile(path.join('models/showcase', studio, file))
  const subject = { name: studio, kind: 'object' } as const
  const pictures: Uint8Array[] = []
  for (let photo = 1; photo <= CUT_OUTS; photo++) {
    const image = await read(`${photo}.webp`)
    await tools.follow(await tools.start({ tool: 'remove_background', image }), {
      onProgress: () => undefined,
      async onOutput({ data }) {
        pictures.push(data)
      },
    })
  }
  return {
    model: studio,
    weight: 1,
    file: brotliDecompressSync(await read('model.safetensors.br')),
    learned: subject,
    subject: { ...subject, pictures },
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function draw(
  prompt: string,
  seed: number,
  loras: LoraReference[] = [],
): Promise<Uint8Array> {
  const made: Uint8Array[] = []
  const request = { ...defaultRequest({ model: 'atelier-v1', prompt, seed, edge: 512 }), loras }
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
