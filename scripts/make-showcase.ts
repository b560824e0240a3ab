/**
 * Draws the pictures of the landing pages and of the style chooser with the built-in model, as anyone would
 * get them from the app: nothing is touched up; prompts and seeds were chosen by eye. The strips above the credit
 * packs show the same pictures, ten each.
 *
 * Usage: node scripts/make-showcase.ts
 * Writes web/public/showcase/ and web/public/styles/: WebP files and a JSON list of each, and web/public/images/packs/.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import { EDGE, showcaseRequest } from './showcase/request.ts'

interface Drawing {
  prompt: string
  seed: number
  alt: string
}

const TILE = 128
/** Five tiles wide, two high. */
const STRIP = { columns: 5, rows: 2 }
/** Credits of the packs that are sold. */
const PACKS = [1000, 2000, 6000, 14_000]
const MAX_BYTES = 25_000

const SHOWCASE: Drawing[] = [
  { prompt: 'red fox 3d style', seed: 1, alt: 'A red fox' },
  { prompt: 'a red apple glossy style', seed: 5, alt: 'A red apple' },
  { prompt: 'rocket 3d style on sky background', seed: 2, alt: 'A rocket on sky blue' },
  { prompt: 'sailboat on the sea 3d style', seed: 2, alt: 'A sailboat on the sea' },
  { prompt: 'pizza flat style', seed: 7, alt: 'A slice of pizza' },
  { prompt: 'owl glossy style on purple background', seed: 1, alt: 'An owl on purple' },
  { prompt: 'cactus 3d style on yellow background', seed: 2, alt: 'A cactus on yellow' },
  { prompt: 'house on the grass 3d style', seed: 2, alt: 'A house on the grass' },
  {
    prompt: 'smiling face with sunglasses 3d style',
    seed: 7,
    alt: 'A face with dark glasses',
  },
  { prompt: 'castle at sunset noto style', seed: 1, alt: 'A castle at sunset' },
  { prompt: 'two penguins in the snow flat style', seed: 1, alt: 'Two penguins in the snow' },
  { prompt: 'tropical fish 3d style', seed: 7, alt: 'A fish' },
  { prompt: 'three stars glossy style on black background', seed: 3, alt: 'Three stars on black' },
  { prompt: 'guitar flat style on orange background', seed: 2, alt: 'A guitar on orange' },
  { prompt: 'butterfly 3d style', seed: 7, alt: 'A butterfly' },
  { prompt: 'hamburger 3d style', seed: 1, alt: 'A hamburger' },
  { prompt: 'ghost at night glossy style', seed: 1, alt: 'A ghost at night' },
  { prompt: 'automobile flat style on green background', seed: 2, alt: 'A car on green' },
  { prompt: 'red heart 3d style on pink background', seed: 4, alt: 'A red heart on pink' },
  { prompt: 'dog face 3d style', seed: 1, alt: "A dog's face" },
  { prompt: 'sunflower noto style', seed: 2, alt: 'A sunflower' },
  { prompt: 'crown 3d style', seed: 7, alt: 'A crown' },
  { prompt: 'ringed planet in space 3d style', seed: 1, alt: 'A planet with rings in space' },
  { prompt: 'alarm clock icon style', seed: 1, alt: 'An alarm clock as an icon' },
]

const STYLES: (Drawing & { style: string })[] = [
  { style: '3d', prompt: 'fox 3d style', seed: 1, alt: 'A fox, 3D' },
  { style: 'glossy', prompt: 'fox glossy style', seed: 5, alt: 'A fox, glossy' },
  { style: 'flat', prompt: 'fox flat style', seed: 3, alt: 'A fox, flat' },
  { style: 'soft', prompt: 'fox noto style', seed: 5, alt: 'A fox, soft' },
  { style: 'sticker', prompt: 'fox twemoji style', seed: 3, alt: 'A fox, sticker' },
  { style: 'icon', prompt: 'fox icon style', seed: 7, alt: 'A fox, icon' },
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
await writeStrips()

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
    entries.push({ file, prompt, seed, sampler: DEFAULTS.sampler, width: EDGE, height: EDGE, alt })
    console.log(path.join(folder, file))
  }
  await writeFile(path.join(folder, list), `${JSON.stringify(entries, null, 2)}\n`)
}

/** A strip for each pack, each beginning elsewhere among the pictures. */
async function writeStrips(): Promise<void> {
  const tiles = await Promise.all(
    SHOWCASE.map(({ prompt }) =>
      sharp(path.join('web/public/showcase', `${slug(prompt)}.webp`))
        .resize(TILE, TILE)
        .toBuffer(),
    ),
  )
  const { columns, rows } = STRIP
  const apart = Math.floor(tiles.length / PACKS.length)
  for (const [index, credits] of PACKS.entries()) {
    const strip = sharp({
      create: { width: columns * TILE, height: rows * TILE, channels: 3, background: 'white' },
    }).composite(
      Array.from({ length: columns * rows }, (_, place) => ({
        input: tiles[(index * apart + place) % tiles.length]!,
        left: (place % columns) * TILE,
        top: Math.floor(place / columns) * TILE,
      })),
    )
    const file = path.join('web/public/images/packs', `${credits}.webp`)
    await writeFile(file, await compress(await strip.png().toBuffer()))
    console.log(file)
  }
}

async function draw(prompt: string, seed: number): Promise<Uint8Array> {
  const pictures: Uint8Array[] = []
  await engine.image.follow(await engine.image.start(showcaseRequest(prompt, seed)), {
    onProgress: () => undefined,
    async onOutput({ data }) {
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
