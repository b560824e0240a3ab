import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { encode } from 'blurhash'
import sharp, { type Region } from 'sharp'
import { STYLES } from '#contract/styles.ts'
import type { Colour } from '#server/engines/spec/index.ts'
import type { Photograph } from '#scripts/support/photographs.ts'
import { catOf, cut, drawAvatar, enlarge, photograph, removeMasts, run, skyOf } from './workshop.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const PUBLIC = path.join(ROOT, 'web/public')
const OUT = path.join(PUBLIC, 'explore')
const LIST = path.join(ROOT, 'server/domains/community/seed/images.json')
const EDGE = 640
const MAX_BYTES = 90_000
/** Of all files together. */
const MAX_ALL = 3 * 1024 ** 2
/** Widths to which photographs are made small to be enlarged again, pixels. */
const SMALL = 220

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

const CREDITS = {
  chelsea: 'Stéfan van der Walt; CC0',
  coffee: 'Rachel Michetti; CC0',
  rocket: 'SpaceX; public domain',
  raccoon: 'public-domain-image.com; public domain',
  dahlia: 'vultilion; CC BY 2.0, changed',
  temple: 'danielbuechele; CC BY 2.0, changed',
  galaxies: 'NASA, ESA, Hubble; public domain',
  'self-portrait': 'Élisabeth Vigée Le Brun, 1782; public domain',
} as const satisfies Partial<Record<Photograph, string>>
type Source = keyof typeof CREDITS

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

const listed: Listed[] = []
let bytes = 0

async function describe(
  url: string,
  file: Buffer,
  about: Omit<Listed, 'url' | 'width' | 'height' | 'blurhash'>,
): Promise<Listed> {
  const { width, height } = await sharp(file).metadata()
  const pixels = await sharp(file)
    .flatten({ background: '#fff' })
    .resize(32, 32, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const blurhash = encode(new Uint8ClampedArray(pixels), 32, 32, 4, 3)
  bytes += file.length
  return { url, ...about, width, height, blurhash }
}

async function keep(
  name: string,
  image: Buffer,
  { source, tags, ...about }: { source: Source; alt: string; type: string; tags: string[] },
): Promise<void> {
  const file = await sharp(image)
    .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  if (file.length > MAX_BYTES) throw new Error(`${name} has ${file.length} bytes`)
  await writeFile(path.join(OUT, `${name}.webp`), file)
  const drawn = { prompt: null, seed: null, style: null, credit: CREDITS[source] }
  listed.push(await describe(`/explore/${name}.webp`, file, { ...about, ...drawn, tags }))
}

/** Looks that differ much. */
const LOOKS = ['comic', 'watercolour', 'neon', 'pencil'] as const

async function makeAvatars(painting: Buffer): Promise<void> {
  for (const look of LOOKS)
    await keep(`avatar-${look}`, await drawAvatar(painting, look), {
      source: 'self-portrait',
      alt: `A painted portrait as an avatar: ${look}`,
      type: 'ISI',
      tags: ['portrait', 'avatar', look],
    })
}

type Background = Colour | Buffer | ReturnType<typeof gradient>

async function replaceBackgrounds(photos: Record<Source, Buffer>, sky: Buffer): Promise<void> {
  const cases: [name: string, source: Source, background: Background, alt: string][] = [
    ['cat-sunset', 'chelsea', gradient(0xffb36b, 0x7a3b8f), 'A cat before the colors of a sunset'],
    ['cat-sky', 'chelsea', sky, 'A cat before a night sky with the trail of a rocket'],
    ['cat-galaxies', 'chelsea', photos.galaxies, 'A cat before distant galaxies'],
    ['coffee-teal', 'coffee', gradient(0x9ad7d1, 0x1e5c63, 200), 'A cup of coffee on teal'],
    ['coffee-warm', 'coffee', gradient(0xf3dcc0, 0xa86b3c), 'A cup of coffee on warm brown'],
    ['raccoon-mint', 'raccoon', gradient(0xd6f5e3, 0x5bb89a, 135), 'A raccoon on mint green'],
    ['raccoon-night', 'raccoon', colour(0x1d2440), 'A raccoon at night'],
    ['raccoon-temple', 'raccoon', photos.temple, 'A raccoon above a temple'],
    ['dahlia-blue', 'dahlia', gradient(0x7fb2ff, 0x24408e, 160), 'A dahlia on blue'],
    ['dahlia-cream', 'dahlia', colour(0xf7efdf), 'A dahlia on cream'],
    ['dahlia-black', 'dahlia', gradient(0x2b2b33, 0x050507), 'A dahlia on black'],
  ]
  for (const [name, source, background, alt] of cases) {
    const image = await run({ tool: 'replace_background', image: photos[source], background })
    await keep(name, image, { source, alt, type: 'RPB', tags: name.split('-') })
  }
}

async function cutOut(photos: Record<Source, Buffer>): Promise<void> {
  for (const [subject, source] of [
    ['cat', 'chelsea'],
    ['coffee', 'coffee'],
    ['raccoon', 'raccoon'],
    ['dahlia', 'dahlia'],
  ] as const) {
    const image = await run({
      tool: 'remove_background',
      image: photos[source],
      background: colour(0xffffff),
      shadow: true,
    })
    const alt = `A ${subject}, cut out, with a soft shadow`
    await keep(`${subject}-cutout`, image, { source, alt, type: 'RB', tags: [subject, 'cut-out'] })
  }
}

/** Parts of photographs that are images of their own. */
const PARTS: [name: string, source: Source, region: Region | null, alt: string][] = [
  ['coffee-large', 'coffee', null, 'A cup of coffee on a table'],
  ['raccoon-large', 'raccoon', null, 'A raccoon between leaves'],
  [
    'raccoon-face',
    'raccoon',
    { left: 430, top: 120, width: 420, height: 420 },
    'The face of a raccoon',
  ],
  ['dahlia-large', 'dahlia', null, 'A dahlia among leaves'],
  [
    'dahlia-heart',
    'dahlia',
    { left: 230, top: 120, width: 220, height: 220 },
    'The heart of a dahlia',
  ],
  ['temple-large', 'temple', null, 'A temple under a cloudy sky'],
  [
    'temple-roof',
    'temple',
    { left: 60, top: 120, width: 300, height: 225 },
    'The roof of a temple',
  ],
  [
    'galaxies-large',
    'galaxies',
    { left: 60, top: 60, width: 420, height: 420 },
    'Galaxies of every kind',
  ],
  [
    'galaxies-spiral',
    'galaxies',
    { left: 470, top: 300, width: 300, height: 375 },
    'Distant galaxies in deep space',
  ],
]

async function enlargeParts(photos: Record<Source, Buffer>): Promise<void> {
  for (const [name, source, region, alt] of PARTS) {
    const part = region ? await cut(photos[source], region) : photos[source]
    const { large } = await enlarge(part, SMALL)
    const subject = name.split('-')[0]!
    await keep(name, large, { source, alt, type: 'UI', tags: [subject, 'upscaled'] })
  }
  for (const [name, source, part] of [
    ['cat-large', 'chelsea', await catOf(photos.chelsea)],
    ['rocket-large', 'rocket', await skyOf(photos.rocket)],
  ] as const) {
    const subject = name.split('-')[0]!
    const { large } = await enlarge(part, SMALL)
    const alt = `A photo of a ${subject}, upscaled four times`
    await keep(name, large, { source, alt, type: 'UI', tags: [subject, 'upscaled'] })
  }
  await keep('rocket-clean', await removeMasts(photos.rocket), {
    source: 'rocket',
    alt: 'A rocket at night; two masts were removed',
    type: 'RO',
    tags: ['rocket', 'clean-up'],
  })
}

/** So that two of one subject never stand beside each other while there are others. */
function bySubjectInTurns(all: readonly Listed[]): Listed[] {
  const groups = [...Map.groupBy(all, ({ tags }) => tags[0]).values()]
  const longest = Math.max(...groups.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    groups.flatMap((group) => group[at] ?? []),
  ).flat()
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
async function listDrawings(most: number): Promise<Listed[]> {
  const drawings: Listed[] = []
  for (const folder of ['showcase', 'content']) {
    const seen = new Set<string>()
    for (const name of (await readdir(path.join(PUBLIC, folder))).toSorted()) {
      const read = readName(name)
      const thing = read?.prompt.split(/ (?:on|in|at|with) /)[0] ?? ''
      if (!read || seen.has(thing) || drawings.length === most) continue
      seen.add(thing)
      const file = await readFile(path.join(PUBLIC, folder, name))
      const noun = thing.split(' ').at(-1) ?? thing
      const tags = [noun, 'illustration', ...(read.style ? [read.style] : [])]
      const about = { alt: read.prompt, type: 'TTI', ...read, tags, credit: null }
      drawings.push(await describe(`/${folder}/${name}`, file, about))
    }
  }
  return drawings
}

/** Makes the images of photographs that the feed of a new installation shows, and the list of all that it shows. */
export async function makeExplore(): Promise<void> {
  await rm(OUT, { recursive: true, force: true })
  await mkdir(OUT, { recursive: true })
  const names = Object.keys(CREDITS) as Source[]
  const files = await Promise.all(names.map(photograph))
  const photos = Object.fromEntries(names.map((name, at) => [name, files[at]])) as Record<
    Source,
    Buffer
  >
  await replaceBackgrounds(photos, await skyOf(photos.rocket))
  await cutOut(photos)
  await enlargeParts(photos)
  await makeAvatars(photos['self-portrait'])
  const taken = bySubjectInTurns(listed)
  const all = [...taken, ...(await listDrawings(taken.length))]
  if (bytes > MAX_ALL) throw new Error(`All images have ${bytes} bytes`)
  await writeFile(LIST, `${JSON.stringify(all, null, 1)}\n`)
  console.log(`${taken.length} of photographs, ${all.length} images, ${bytes} bytes`)
}
