/**
 * Makes the samples of the headshots' backgrounds, the before and after of their page and of other people, and their card, by the
 * tool itself from photographs with clean rights (tests/fixtures/photographs); nothing is touched up.
 *
 * Usage: node scripts/make-headshot-samples.ts
 * Writes web/public/tools/headshots/ and web/public/tools/headshot-*.webp.
 */
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { type Photograph, photographFile } from '#tests/support/photographs.ts'
import { beside, OUT, write } from './tool-images/files.ts'
import { engine } from './tool-images/workshop.ts'

const SHOWN = { width: 384, height: 480 }
/** Before each background. */
const MODEL: Photograph = 'woman-in-a-garden'
/** An everyday photo in dim light, and what it becomes. */
const EXAMPLE = { photograph: 'man-by-a-river', background: 'light-gray' } as const
/** Other people, and the head of a painting of 1782. */
const OTHERS = [
  { name: 'bricks', photograph: 'woman-before-bricks', background: 'office' },
  { name: 'graffiti', photograph: 'man-before-graffiti', background: 'navy' },
  { name: 'bridge', photograph: 'old-man', background: 'charcoal' },
  { name: 'painted', photograph: 'self-portrait', background: 'warm' },
] as const satisfies { name: string; photograph: Photograph; background: string }[]
/** Whose headshot stands on the card of the tool. */
const ON_CARD = { photograph: 'woman-before-bricks', background: 'office' } as const

const webp = (file: Buffer, quality: number): Promise<Buffer> =>
  sharp(file)
    .resize({ ...SHOWN, fit: 'cover', position: 'top' })
    .webp({ quality, effort: 6 })
    .toBuffer()

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
  const image = await readFile(photographFile(ON_CARD.photograph))
  const [headshot] = (await take(image, [ON_CARD.background])).values()
  await write('headshot-card.webp', await beside(image, headshot!))
} finally {
  await engine.dispose()
}
