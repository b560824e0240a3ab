import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/** Where the pages of the tools and the home pages take their images from. */
export const OUT = path.join(import.meta.dirname, '../../web/public/tools')
/** Size of the card of a tool. */
export const CARD = { width: 640, height: 480 }
const MAX_BYTES = 60_000

/** Writes an image for the pages. @throws where it is larger than a page may carry */
export async function write(name: string, file: Buffer): Promise<void> {
  if (file.length > MAX_BYTES) throw new Error(`${name} has ${file.length} bytes`)
  await writeFile(path.join(OUT, name), file)
}

export const webp = (file: Buffer, quality = 82): Promise<Buffer> =>
  sharp(file).webp({ quality }).toBuffer()

/** Edge of the smaller files that the first screen shows to browsers that read AVIF, pixels. */
const LIGHT_EDGE = 560

/** An image of the first screen as AVIF, about half as heavy as WebP. */
export const light = (file: Buffer): Promise<Buffer> =>
  sharp(file).resize(LIGHT_EDGE).avif({ quality: 50, effort: 4 }).toBuffer()

/** The left half of one image beside the right half of the other, as on a comparison. */
export async function halves(before: Buffer, after: Buffer): Promise<Buffer> {
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

/** The whole of one image beside the whole of the other, each as wide as half of a card. */
export async function beside(before: Buffer, after: Buffer): Promise<Buffer> {
  const half = CARD.width / 2
  const size = { width: half - 2, height: CARD.height, fit: 'cover', position: 'top' } as const
  return sharp({ create: { ...CARD, channels: 3, background: '#fff' } })
    .composite([
      { input: await sharp(before).resize(size).png().toBuffer(), left: 0, top: 0 },
      { input: await sharp(after).resize(size).png().toBuffer(), left: half + 2, top: 0 },
    ])
    .webp({ quality: 76 })
    .toBuffer()
}

/** Draws a transparent image on a checkerboard, as the pages show it. */
export async function onCheckerboard(file: Buffer): Promise<Buffer> {
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
