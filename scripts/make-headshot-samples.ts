/**
 * Makes the samples of the headshots' backgrounds, the before and after of their page and of other people, and their card, by the
 * tools themselves from photographs with clean rights (tests/fixtures/photographs); nothing is touched up.
 *
 * Usage: node scripts/make-headshot-samples.ts
 * Writes web/public/tools/headshots/ and web/public/tools/headshot-*.webp.
 */
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { FRAMINGS } from '#engine/vision/headshots/take-headshot.ts'
import { type Photograph, photographFile } from '#scripts/support/photographs.ts'
import { beside, OUT, write } from './tool-images/files.ts'
import { showFrame } from './tool-images/frame-of-photo.ts'
import { engine, run } from './tool-images/workshop.ts'

const SHOWN = { width: 384, height: 480 }
/** Before each background. */
const MODEL: Photograph = 'woman-in-a-garden'
/** An everyday photo in dim light, and what it becomes. */
const EXAMPLE = { photograph: 'man-by-a-river', background: 'light-gray' } as const
/** Other people. */
const OTHERS = [
  { name: 'bricks', photograph: 'woman-before-bricks', background: 'office' },
  { name: 'graffiti', photograph: 'man-before-graffiti', background: 'navy' },
  { name: 'bridge', photograph: 'old-man', background: 'charcoal' },
] as const satisfies { name: string; photograph: Photograph; background: string }[]
/** The head of a painting of 1782, cut out with its hat: a headshot is framed closer than that. */
const PAINTED = { photograph: 'self-portrait', color: '#dcc5b4' } as const
/** Headshot that stands on the card of the tool. */
const ON_CARD = { photograph: 'woman-before-bricks', background: 'office' } as const

const webp = (file: Buffer, quality: number): Promise<Buffer> =>
  sharp(file)
    .resize({ ...SHOWN, fit: 'cover', position: 'top' })
    .webp({ quality, effort: 6 })
    .toBuffer()

/** Images of the credit packs of a brand that sells headshots, each with other people first. */
const ON_PACKS = ['../headshot-after', 'bricks-after', 'office', 'bridge-after', 'graffiti-after']
const PACK = { width: 560, height: 180 }
/** Heads in a row of an image. */
const HEADS = 4
/** Packs that are sold: one image each. */
const PACKS = 4

async function drawPacks(): Promise<void> {
  const width = PACK.width / HEADS
  const heads = await Promise.all(
    ON_PACKS.map((name) =>
      sharp(path.join(OUT, 'headshots', `${name}.webp`))
        .resize(width, PACK.height, { fit: 'cover', position: 'top' })
        .png()
        .toBuffer(),
    ),
  )
  for (let pack = 0; pack < PACKS; pack++) {
    const strip = sharp({ create: { ...PACK, channels: 3, background: '#fff' } }).composite(
      Array.from({ length: HEADS }, (_, at) => ({
        input: heads[(pack + at) % heads.length]!,
        left: at * width,
        top: 0,
      })),
    )
    const file = await sharp(await strip.png().toBuffer())
      .webp({ quality: 66 })
      .toBuffer()
    await write(`headshots/pack-${pack + 1}.webp`, file)
  }
}

/** The headshots of a photograph, by background. */
async function take(
  image: Buffer,
  backgrounds: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const made = new Map<string, Buffer>()
  const operation = await engine.start({
    tool: 'take_headshots',
    image,
    backgrounds: [...backgrounds],
    framing: 'shoulders',
    indexes: backgrounds.map((_, index) => index),
  })
  await engine.follow(operation, {
    onProgress: () => undefined,
    async onOutput({ data, index }) {
      made.set(backgrounds[index]!, Buffer.from(data))
    },
  })
  return made
}

try {
  await mkdir(path.join(OUT, 'headshots'), { recursive: true })
  const backgrounds = engine.headshots!().scenes.map(({ id }) => id)
  const model = await readFile(photographFile(MODEL))
  for (const [id, headshot] of await take(model, backgrounds))
    await write(`headshots/${id}.webp`, await webp(headshot, 60))
  for (const { name, photograph, background } of [...OTHERS, { name: '../headshot', ...EXAMPLE }]) {
    const image = await readFile(photographFile(photograph))
    const [headshot] = (await take(image, [background])).values()
    await write(`headshots/${name}-before.webp`, await webp(image, 66))
    await write(`headshots/${name}-after.webp`, await webp(headshot!, 66))
  }
  const painted = await readFile(photographFile(PAINTED.photograph))
  const alone = await run({ tool: 'remove_background', image: painted })
  const plain = await sharp(alone).flatten({ background: PAINTED.color }).png().toBuffer()
  await write('headshots/painted-before.webp', await webp(painted, 80))
  await write('headshots/painted-after.webp', await webp(plain, 80))
  // The part that the headshot shows, for a comparison with a divider.
  const example = await readFile(photographFile(EXAMPLE.photograph))
  const part = await sharp(await showFrame(example, FRAMINGS.shoulders))
    .resize(SHOWN)
    .png()
    .toBuffer()
  await write('headshot-part.webp', await webp(part, 66))
  const image = await readFile(photographFile(ON_CARD.photograph))
  const [headshot] = (await take(image, [ON_CARD.background])).values()
  await drawPacks()
  await write('headshot-card.webp', await beside(image, headshot!))
} finally {
  await engine.dispose()
}
