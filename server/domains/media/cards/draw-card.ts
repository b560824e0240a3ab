import sharp, { type OverlayOptions } from 'sharp'
import { labelFont } from '../sheets/label-font.ts'

const WIDTH = 1200
const HEIGHT = 630
const PAPER = '#0f0e13'
const INK = '#ffffff'
const MARGIN = 56
/** The picture is a square at the right, as high as the card within its margins. */
const PICTURE = HEIGHT - 2 * MARGIN
const ICON = 60
const COLUMN = WIDTH - PICTURE - 3 * MARGIN
const TITLE_TOP = MARGIN + ICON + 44
const LINE = { width: 96, height: 8 }
const TITLE_HEIGHT = HEIGHT - MARGIN - LINE.height - 32 - TITLE_TOP
/** The largest that fits is taken. */
const TITLE_SIZES = [68, 58, 48, 40]
const QUALITY = 86

export interface CardParts {
  site: string
  title: string
  accent: string
  /** Files. */
  icon: Buffer
  picture: Buffer
}

const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

async function write(text: string, size: number) {
  return sharp({
    text: {
      text: `<span foreground="${INK}">${escapeMarkup(text)}</span>`,
      font: `Lato Bold ${size}`,
      fontfile: await labelFont(),
      width: COLUMN,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

/** What is still too high at the smallest size loses its last lines. */
async function writeTitle(title: string): Promise<Buffer> {
  const written = []
  for (const size of TITLE_SIZES) {
    const drawn = await write(title, size)
    if (drawn.info.height <= TITLE_HEIGHT && drawn.info.width <= COLUMN) return drawn.data
    written.push(drawn)
  }
  const { data, info } = written.at(-1)!
  const [width, height] = [Math.min(info.width, COLUMN), Math.min(info.height, TITLE_HEIGHT)]
  return sharp(data).extract({ left: 0, top: 0, width, height }).png().toBuffer()
}

async function round(picture: Buffer, edge: number, radius: number): Promise<Buffer> {
  const mask = `<svg width="${edge}" height="${edge}"><rect width="${edge}" height="${edge}" rx="${radius}"/></svg>`
  return sharp(picture)
    .resize(edge, edge, { fit: 'cover', position: 'top' })
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

/** A page's card as a JPEG of 1200x630 pixels: the site and the title at the left, one of its pictures at the right. */
export async function drawCard({ site, title, accent, icon, picture }: CardParts): Promise<Buffer> {
  const name = await write(site, 36)
  const layers: OverlayOptions[] = [
    { input: await round(icon, ICON, 14), left: MARGIN, top: MARGIN },
    {
      input: name.data,
      left: MARGIN + ICON + 20,
      top: MARGIN + Math.round((ICON - name.info.height) / 2),
    },
    { input: await writeTitle(title), left: MARGIN, top: TITLE_TOP },
    {
      input: { create: { ...LINE, channels: 3, background: accent } },
      left: MARGIN,
      top: HEIGHT - MARGIN - LINE.height,
    },
    { input: await round(picture, PICTURE, 24), left: WIDTH - MARGIN - PICTURE, top: MARGIN },
  ]
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite(layers)
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
