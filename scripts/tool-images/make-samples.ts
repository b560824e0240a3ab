import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Region } from 'sharp'
import { HEAD as AVATAR } from '#engine/vision/avatars/cut-portrait.ts'
import { createToolNetworks } from '#engine/vision/networks.ts'
import { createStoryboard } from '#engine/vision/scene/storyboard.ts'
import { CARD, halves, onCheckerboard, OUT, webp, write } from './files.ts'
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
} from './workshop.ts'

/** The width to which the photograph of the cat is made small to be enlarged again, pixels. */
const SMALL = 200
/** The head in the painting, and that of the astronaut. */
const PAINTED: Region = { left: 0, top: 30, width: 560, height: 420 }
const HEAD: Region = { left: 110, top: 0, width: 240, height: 240 }
/** The width to which the astronaut is made small to have a soft face, pixels. */
const SOFT = 170
const LOOK_EDGE = 160

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
  const cup = await photograph('coffee')
  const alone = await run({ tool: 'remove_background', image: cup })
  await write('background-before.webp', await webp(cup))
  await write('background-after.webp', await webp(alone))
  await write('background-card.webp', await halves(cup, await onCheckerboard(alone)))

  const rocket = await photograph('rocket')
  const erased = await removeMasts(rocket)
  await write('editor-card.webp', await halves(rocket, erased))

  const man = await sharp(await photograph('man-before-graffiti'))
    .resize(512, 512)
    .png()
    .toBuffer()
  const lake = await sharp(path.join(OUT, 'backgrounds/mountain-lake.webp'))
    .resize(512, 512)
    .png()
    .toBuffer()
  const replaced = await run({ tool: 'replace_background', image: man, background: lake })
  await write('replaced-before.webp', await webp(man))
  await write('replaced-after.webp', await webp(replaced))
  await write('replaced-card.webp', await halves(man, replaced))

  const { small: cat, large } = await enlarge(await catOf(await photograph('chelsea')), SMALL)
  await write('upscale-before.webp', await webp(cat, 90))
  await write('upscale-after.webp', await webp(large))
  await write('upscale-card.webp', await halves(cat, large))

  const astronaut = await photograph('astronaut')
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
