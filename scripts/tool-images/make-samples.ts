import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Region } from 'sharp'
import { HEAD as AVATAR } from '#server/engines/builtin/tools/avatars/cut-portrait.ts'
import { createToolNetworks } from '#server/engines/builtin/tools/networks.ts'
import { createStoryboard } from '#server/engines/builtin/video/scene/storyboard.ts'
import { showFrame } from './frame-of-photo.ts'
import {
  catOf,
  cut,
  drawAvatar,
  engine,
  enlarge,
  photograph,
  removeMasts,
  run,
  skyOf,
} from './workshop.ts'

const OUT = path.join(import.meta.dirname, '../../web/public/tools')
const MAX_BYTES = 60_000
const CARD = { width: 640, height: 480 }
/** The width to which the photograph of the cat is made small to be enlarged again, pixels. */
const SMALL = 200
/** The head in the painting, and that of the astronaut. */
const PAINTED: Region = { left: 0, top: 30, width: 560, height: 420 }
const HEAD: Region = { left: 110, top: 0, width: 240, height: 240 }
/** The width to which the astronaut is made small to have a soft face, pixels. */
const SOFT = 170
const LOOK_EDGE = 160

async function write(name: string, file: Buffer): Promise<void> {
  if (file.length > MAX_BYTES) throw new Error(`${name} has ${file.length} bytes`)
  await writeFile(path.join(OUT, name), file)
}

const webp = (file: Buffer, quality = 82) => sharp(file).webp({ quality }).toBuffer()

/** The left half of one image beside the right half of the other, as on a comparison. */
async function halves(before: Buffer, after: Buffer): Promise<Buffer> {
  const fit = (file: Buffer) =>
    sharp(file).resize({ ...CARD, fit: 'cover', position: 'top', kernel: 'cubic' })
  const half = CARD.width / 2
  const left = await fit(before)
    .extract({ left: 0, top: 0, width: half, height: CARD.height })
    .png()
    .toBuffer()
  const line = {
    create: { width: 4, height: CARD.height, channels: 3, background: '#fff' },
  } as const
  return sharp(await fit(after).png().toBuffer())
    .composite([
      { input: left, left: 0, top: 0 },
      { input: line, left: half - 2, top: 0 },
    ])
    .webp({ quality: 82 })
    .toBuffer()
}

/** What is transparent as the pages show it. */
async function onCheckerboard(file: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata()
  const squares = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <pattern id="p" width="32" height="32" patternUnits="userSpaceOnUse">
      <rect width="32" height="32" fill="#f4f2f7"/><path d="M0 0h16v16H0zM16 16h16v16H16z" fill="#d9d6de"/>
    </pattern><rect width="100%" height="100%" fill="url(#p)"/></svg>`
  return sharp(Buffer.from(squares))
    .composite([{ input: file }])
    .png()
    .toBuffer()
}

/** Looks that differ much. */
const SHOWN_LOOKS = ['golden-hour', 'comic', 'neon', 'pop-art']

/** Four of the avatars beside each other. */
async function quarters(avatars: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const [width, height] = [CARD.width / 4, CARD.height]
  const input = await Promise.all(
    SHOWN_LOOKS.map(async (look, index) => ({
      input: await sharp(avatars.get(look))
        .resize(width, height, { fit: 'cover' })
        .png()
        .toBuffer(),
      left: index * width,
      top: 0,
    })),
  )
  return sharp({ create: { ...CARD, channels: 3, background: '#fff' } })
    .composite(input)
    .webp({ quality: 80 })
    .toBuffer()
}

const VIDEO = { motion: 'push_in', duration: 2, width: 512, height: 512 } as const

/** The first frame of a video beside one of the middle and the last. */
async function filmStrip(image: Buffer): Promise<Buffer> {
  const { signal } = new AbortController()
  const board = await createStoryboard(createToolNetworks(2), { ...VIDEO, keys: [image], signal })
  const width = CARD.width / 3
  const input = []
  for (const [index, time] of [0, 0.5, 1].entries()) {
    const pixels = new Uint8Array(4 * VIDEO.width * VIDEO.height)
    await board.draw(time, pixels)
    const frame = sharp(pixels, { raw: { ...VIDEO, channels: 4 } }).removeAlpha()
    const [left, end] = [Math.ceil(index * width), Math.floor((index + 1) * width)]
    const part = frame.resize(end - left - (index < 2 ? 4 : 0), CARD.height, { fit: 'cover' })
    input.push({ input: await part.png().toBuffer(), left, top: 0 })
  }
  return sharp({ create: { ...CARD, channels: 3, background: '#fff' } })
    .composite(input)
    .webp({ quality: 52 })
    .toBuffer()
}

/** Makes the before and after of the tools' pages and of their cards. */
export async function makeSamples(): Promise<void> {
  await mkdir(path.join(OUT, 'looks'), { recursive: true })
  const astronaut = await photograph('astronaut')
  const alone = await run({ tool: 'remove_background', image: astronaut })
  await write('background-before.webp', await webp(astronaut))
  await write('background-after.webp', await webp(alone))
  await write('background-card.webp', await halves(astronaut, await onCheckerboard(alone)))

  const rocket = await photograph('rocket')
  const erased = await removeMasts(rocket)
  await write('editor-card.webp', await halves(rocket, erased))

  const sky = await sharp(await skyOf(rocket))
    .resize(512, 512)
    .png()
    .toBuffer()
  const replaced = await run({ tool: 'replace_background', image: astronaut, background: sky })
  await write('replaced-after.webp', await webp(replaced))
  await write('replaced-card.webp', await halves(astronaut, replaced))

  const { small: cat, large } = await enlarge(await catOf(await photograph('chelsea')), SMALL)
  await write('upscale-before.webp', await webp(cat, 90))
  await write('upscale-after.webp', await webp(large))
  await write('upscale-card.webp', await halves(cat, large))

  const avatars = new Map<string, Buffer>()
  for (const { id } of engine.avatarLooks!()) {
    const avatar = await drawAvatar(astronaut, id)
    avatars.set(id, avatar)
    const small = await sharp(avatar).resize(LOOK_EDGE, LOOK_EDGE).webp({ quality: 80 }).toBuffer()
    await write(path.join('looks', `${id}.webp`), small)
  }
  await write('avatars-card.webp', await quarters(avatars))

  const painting = await photograph('self-portrait')
  const pairs = [{ source: 0, target: 0 }]
  const swapped = await run({ tool: 'swap_faces', source: astronaut, target: painting, pairs })
  const head = (file: Buffer) => cut(file, PAINTED)
  await write('faces-before.webp', await webp(await head(painting)))
  await write('faces-after.webp', await webp(await head(swapped)))
  await write('faces-card.webp', await halves(await head(painting), await head(swapped)))

  const tiny = await sharp(astronaut).resize(SOFT).png().toBuffer()
  const soft = await sharp(tiny)
    .resize(512, 512, { kernel: 'cubic' })
    .jpeg({ quality: 80 })
    .toBuffer()
  const fixed = await run({ tool: 'fix_faces', image: soft })
  const close = (file: Buffer) => sharp(file).extract(HEAD).resize(480, 480).png().toBuffer()
  await write('soft-face.jpg', soft)
  await write('fixed-before.webp', await webp(await close(soft)))
  await write('fixed-after.webp', await webp(await close(fixed)))
  await write('fixed-card.webp', await halves(await close(soft), await close(fixed)))

  // The part of the photograph that an avatar shows.
  const shown = sharp(await showFrame(astronaut, AVATAR))
  await write('avatar-before.webp', await webp(await shown.resize(512, 512).png().toBuffer()))
  const comic = await sharp(avatars.get('comic')).resize(512, 512).png().toBuffer()
  await write('avatar-after.webp', await webp(comic))

  await write('video-card.webp', await filmStrip(astronaut))
}
