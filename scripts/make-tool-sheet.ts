/**
 * Draws results of every image tool beside each other, to look for halos, seams and color casts: what was cut out lies
 * on black, white and pink. Photographs are those of tests/fixtures/photographs.
 *
 * Usage: node scripts/make-tool-sheet.ts FILE.jpg
 */
import { readFile } from 'node:fs/promises'
import sharp, { type Region } from 'sharp'
import { createToolEngine } from '#engine/vision/tool-engine.ts'
import type { ToolRequest } from '#server/engines/spec/index.ts'
import { type Photograph, photographFile } from '#scripts/support/photographs.ts'

const TILE = 360
const COLUMNS = 6
const SEED = 7
const ALL_SIDES = ['#101010', '#ffffff', '#e0218a'] as const
const CUT: readonly Photograph[] = ['astronaut', 'chelsea', 'coffee', 'portrait-speaking']
const PORTRAITS: readonly Photograph[] = ['astronaut', 'portrait-speaking']
/** Of the cat, small enough that each of its pixels is seen enlarged. */
const EYES: Region = { left: 120, top: 60, width: 180, height: 180 }
const SKY: Region = { left: 0, top: 0, width: 427, height: 427 }

const engine = createToolEngine({ name: 'builtin', threads: 2, processes: 1, log: undefined })
const tiles: Buffer[] = []

const photograph = (name: Photograph) => readFile(photographFile(name))

async function run(request: ToolRequest): Promise<Buffer[]> {
  const images: Buffer[] = []
  await engine.follow(await engine.start(request), {
    onProgress: () => undefined,
    async onOutput({ data }) {
      images.push(Buffer.from(data))
    },
  })
  return images
}

async function show(...images: Buffer[]): Promise<void> {
  for (const image of images) {
    const shown = sharp(image).resize(TILE, TILE, { fit: 'contain', background: '#808080' })
    tiles.push(await shown.removeAlpha().png().toBuffer())
  }
}

/** Fills the row with grey. */
async function endRow(): Promise<void> {
  const channels = 3
  const empty = { create: { width: TILE, height: TILE, channels, background: '#808080' } } as const
  while (tiles.length % COLUMNS > 0) tiles.push(await sharp(empty).png().toBuffer())
}

try {
  for (const name of CUT) {
    const [cut] = await run({ tool: 'remove_background', image: await photograph(name) })
    for (const background of ALL_SIDES)
      await show(await sharp(cut).flatten({ background }).png().toBuffer())
  }
  await endRow()

  const sky = await sharp(await photograph('rocket'))
    .extract(SKY)
    .png()
    .toBuffer()
  for (const name of ['astronaut', 'portrait-speaking', 'chelsea'] as const) {
    const image = await photograph(name)
    for (const background of [sky, { red: 240, green: 150, blue: 60 }])
      await show(...(await run({ tool: 'replace_background', image, background })))
  }
  await endRow()

  const eyes = await sharp(await photograph('chelsea'))
    .extract(EYES)
    .png()
    .toBuffer()
  await show(eyes)
  for (const [scale, pro] of [
    [2, false],
    [4, false],
    [4, true],
  ] as const)
    await show(...(await run({ tool: 'upscale', image: eyes, scale, pro })))
  await endRow()

  const pairs = [{ source: 0, target: 0 }]
  for (const [from, to] of [
    ['astronaut', 'self-portrait'],
    ['portrait-smiling', 'astronaut'],
    ['portrait-speaking', 'portrait-smiling'],
  ] as const) {
    const [source, target] = [await photograph(from), await photograph(to)]
    await show(target, ...(await run({ tool: 'swap_faces', source, target, pairs })))
  }
  for (const name of ['astronaut', 'portrait-speaking', 'portrait-stern'] as const) {
    const soft = await sharp(photographFile(name)).blur(2).png().toBuffer()
    await show(soft, ...(await run({ tool: 'fix_faces', image: soft })))
  }
  await endRow()

  const looks = (engine.avatarLooks?.() ?? []).map(({ id }) => id)
  const indexes = looks.map((_, index) => index)
  for (const name of PORTRAITS) {
    const image = await photograph(name)
    const order = { image, looks, count: 1, indexes, seed: SEED }
    await show(...(await run({ tool: 'draw_avatars', ...order })))
  }
  await endRow()

  const rows = tiles.length / COLUMNS
  const all = {
    width: COLUMNS * TILE,
    height: rows * TILE,
    channels: 3,
    background: '#808080',
  } as const
  await sharp({ create: all })
    .composite(
      tiles.map((input, at) => ({
        input,
        left: (at % COLUMNS) * TILE,
        top: Math.floor(at / COLUMNS) * TILE,
      })),
    )
    .jpeg({ quality: 88 })
    .toFile(process.argv[2] ?? 'tools.jpg')
} finally {
  await engine.dispose()
}
