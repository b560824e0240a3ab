/**
 * Makes the images of photographs that the feed of a new installation shows, by the tools themselves, and the list of all
 * that it shows. Photographs: tests/fixtures/photographs; licences: docs/third-party.md.
 *
 * Usage: node scripts/make-explore-images.ts
 * Writes web/public/explore/ and server/domains/community/seed/images.json.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { encode } from 'blurhash'
import sharp, { type Region } from 'sharp'
import { STYLES } from '#contract/styles.ts'
import { createToolEngine } from '#server/engines/builtin/tools/tool-engine.ts'
import type { Colour, ToolRequest } from '#server/engines/spec/index.ts'
import { photographFile } from '#tests/support/photographs.ts'

const ROOT = path.join(import.meta.dirname, '..')
const PUBLIC = path.join(ROOT, 'web/public')
const OUT = path.join(PUBLIC, 'explore')
const LIST = path.join(ROOT, 'server/domains/community/seed/images.json')
const EDGE = 640
const MAX_BYTES = 90_000
const SEED = 7
/** The face of the cat, and the width to which the photograph is made small to be enlarged again, pixels. */
const CAT: Region = { left: 60, top: 0, width: 380, height: 285 }
const SMALL = 220
/** Where the sky is in the photograph of the rocket. */
const SKY: Region = { left: 0, top: 0, width: 427, height: 427 }
/** The two masts on the right of the rocket, in pixels of its photograph. */
const MASTS = 'M548 0H640V414H545ZM432 111h28l30 289h-58z'

const PAINTING = 'Élisabeth Vigée Le Brun, 1782; public domain'
const CHELSEA = 'Stéfan van der Walt; CC0'
const COFFEE = 'Rachel Michetti; CC0'
const ROCKET = 'SpaceX; public domain'

interface Listed {
  url: string
  alt: string
  type: string
  prompt: string | null
  seed: number | null
  style: string | null
  tags: string[]
  /** Of the photograph that it was made of. */
  credit: string | null
  width: number
  height: number
  blurhash: string
}

type Described = Pick<Listed, 'alt' | 'type' | 'tags' | 'credit'>

const colour = (hex: number): Colour => ({
  red: hex >> 16,
  green: (hex >> 8) & 0xff,
  blue: hex & 0xff,
})
const gradient = (from: number, to: number, angle = 180) => ({
  from: colour(from),
  to: colour(to),
  angle,
})

const engine = createToolEngine({ name: 'builtin', threads: 2, processes: 1, log: undefined })
const listed: Listed[] = []

async function run(request: ToolRequest): Promise<Buffer> {
  const images: Uint8Array[] = []
  const { outcome } = await engine.follow(await engine.start(request), {
    onProgress: () => undefined,
    async onOutput({ data }) {
      images.push(data)
    },
  })
  const [image] = images
  if (outcome !== 'succeeded' || !image) throw new Error(`${request.tool} ended as ${outcome}`)
  return Buffer.from(image)
}

async function describe(
  url: string,
  file: Buffer,
  about: Omit<Listed, 'url' | 'width' | 'height' | 'blurhash'>,
): Promise<void> {
  const { width, height } = await sharp(file).metadata()
  const pixels = await sharp(file)
    .flatten({ background: '#fff' })
    .resize(32, 32, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const blurhash = encode(new Uint8ClampedArray(pixels), 32, 32, 4, 3)
  listed.push({ url, ...about, width, height, blurhash })
}

async function keep(name: string, image: Buffer, about: Described): Promise<void> {
  const file = await sharp(image)
    .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  if (file.length > MAX_BYTES) throw new Error(`${name} has ${file.length} bytes`)
  await writeFile(path.join(OUT, `${name}.webp`), file)
  await describe(`/explore/${name}.webp`, file, { ...about, prompt: null, seed: null, style: null })
}

async function makeAvatars(painting: Buffer): Promise<void> {
  for (const { id, name } of engine.avatarLooks!()) {
    const order: ToolRequest = {
      tool: 'draw_avatars',
      image: painting,
      looks: [id],
      count: 1,
      seed: SEED,
      indexes: [0],
    }
    await keep(`avatar-${id}`, await run(order), {
      alt: `A painted portrait as an avatar: ${name.toLowerCase()}`,
      type: 'ISI',
      tags: ['avatar', 'portrait', id],
      credit: PAINTING,
    })
  }
  for (const id of ['navy', 'warm', 'park', 'office']) {
    const order: ToolRequest = {
      tool: 'take_headshots',
      image: painting,
      backgrounds: [id],
      framing: 'shoulders',
      indexes: [0],
    }
    await keep(`headshot-${id}`, await run(order), {
      alt: `A painted portrait as a headshot, background: ${id}`,
      type: 'PPS',
      tags: ['headshot', 'portrait'],
      credit: PAINTING,
    })
  }
}

async function replaceBackgrounds(cat: Buffer, coffee: Buffer, sky: Buffer): Promise<void> {
  const cases: [string, Buffer, Colour | Buffer | ReturnType<typeof gradient>, string][] = [
    ['cat-sunset', cat, gradient(0xffb36b, 0x7a3b8f), 'A cat before the colors of a sunset'],
    ['cat-mint', cat, gradient(0xd6f5e3, 0x5bb89a, 135), 'A cat before mint green'],
    ['cat-blue', cat, colour(0x2b4a7d), 'A cat before dark blue'],
    ['cat-pink', cat, gradient(0xffd6e8, 0xe86aa6, 160), 'A cat before pink'],
    ['cat-sky', cat, sky, 'A cat before a night sky with the trail of a rocket'],
    ['cat-coffee', cat, coffee, 'A cat before a table with a cup of coffee'],
    ['coffee-warm', coffee, gradient(0xf3dcc0, 0xa86b3c), 'A cup of coffee before warm brown'],
    ['coffee-teal', coffee, gradient(0x9ad7d1, 0x1e5c63, 200), 'A cup of coffee before teal'],
    ['coffee-white', coffee, colour(0xf4f2f7), 'A cup of coffee before light gray'],
  ]
  for (const [name, image, background, alt] of cases) {
    const isCat = image === cat
    await keep(name, await run({ tool: 'replace_background', image, background }), {
      alt,
      type: 'RPB',
      tags: [isCat ? 'cat' : 'coffee', 'background', 'photo'],
      credit: isCat ? CHELSEA : COFFEE,
    })
  }
}

async function makePhotographs(): Promise<void> {
  const photograph = (name: Parameters<typeof photographFile>[0]) => readFile(photographFile(name))
  const [painting, cat, coffee, rocket] = await Promise.all([
    photograph('self-portrait'),
    photograph('chelsea'),
    photograph('coffee'),
    photograph('rocket'),
  ])
  await makeAvatars(painting)
  const sky = await sharp(rocket).extract(SKY).png().toBuffer()
  await replaceBackgrounds(cat, coffee, sky)
  const { width, height } = await sharp(rocket).metadata()
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%"/><path d="${MASTS}" fill="#fff"/></svg>`
  const erased = await run({
    tool: 'remove_object',
    image: rocket,
    mask: await sharp(Buffer.from(mask)).png().toBuffer(),
  })
  const about = { type: 'RO', tags: ['rocket', 'photo', 'clean-up'], credit: ROCKET }
  await keep('rocket-clean', erased, { ...about, alt: 'A rocket at night; two masts were removed' })
  for (const [name, file, region, tags, credit] of [
    ['cat-large', cat, CAT, ['cat', 'photo', 'upscaled'], CHELSEA],
    ['coffee-large', coffee, null, ['coffee', 'photo', 'upscaled'], COFFEE],
    ['rocket-large', rocket, SKY, ['rocket', 'photo', 'upscaled'], ROCKET],
  ] as const) {
    const part = region ? sharp(file).extract(region) : sharp(file)
    const small = await part.resize(SMALL).png().toBuffer()
    const large = await run({ tool: 'upscale', image: small, scale: 4, pro: false })
    await keep(name, large, {
      alt: `A photo of a ${tags[0]}, upscaled four times`,
      type: 'UI',
      tags: [...tags],
      credit,
    })
  }
  for (const [name, file, tags, credit] of [
    ['cat-cutout', cat, ['cat', 'cut-out', 'photo'], CHELSEA],
    ['coffee-cutout', coffee, ['coffee', 'cut-out', 'photo'], COFFEE],
  ] as const) {
    const cut = await run({
      tool: 'remove_background',
      image: file,
      background: colour(0xffffff),
      shadow: true,
    })
    await keep(name, cut, {
      alt: `A ${tags[0]}, cut out, with a soft shadow`,
      type: 'RB',
      tags: [...tags],
      credit,
    })
  }
}

const STYLE_NAMES = new Map<string, string>([
  ...STYLES.map(({ id }) => [id, id] as const),
  ['noto', 'soft'],
])

/** Those that the pages show already: `a-parrot-seed-1-style-glossy.webp`, `pizza-flat-style.webp`. */
function readName(name: string): { prompt: string; seed: number; style: string | null } | null {
  const content = /^(.+)-seed-(\d+)(?:-style-([a-z0-9]+))?\.webp$/.exec(name)
  if (content) {
    const [, words = '', seed, style = null] = content
    return { prompt: words.replaceAll('-', ' '), seed: Number(seed), style }
  }
  const shown = /^(.+?)-(3d|flat|glossy|icon|noto|sticker)-style(-on-.+)?\.webp$/.exec(name)
  if (!shown) return null
  const [, thing = '', style = '', place = ''] = shown
  const prompt = `${thing}${place}`.replaceAll('-', ' ')
  return { prompt, seed: 1, style: STYLE_NAMES.get(style) ?? null }
}

/** As many drawings as photographs. */
async function listDrawings(): Promise<void> {
  const most = 2 * listed.length
  for (const folder of ['showcase', 'content']) {
    const seen = new Set<string>()
    for (const name of (await readdir(path.join(PUBLIC, folder))).toSorted()) {
      const read = readName(name)
      const thing = read?.prompt.split(/ (?:on|in|at|with) /)[0] ?? ''
      if (!read || seen.has(thing) || listed.length === most) continue
      seen.add(thing)
      const file = await readFile(path.join(PUBLIC, folder, name))
      const noun = thing.split(' ').at(-1) ?? thing
      await describe(`/${folder}/${name}`, file, {
        alt: read.prompt,
        type: 'TTI',
        ...read,
        tags: [noun, 'illustration', ...(read.style ? [read.style] : [])],
        credit: null,
      })
    }
  }
}

await mkdir(OUT, { recursive: true })
try {
  await makePhotographs()
} finally {
  await engine.dispose()
}
await listDrawings()
await writeFile(LIST, `${JSON.stringify(listed, null, 1)}\n`)
console.log(`${listed.length} images`)
