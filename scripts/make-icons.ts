/**
 * Makes the icons of every brand in `web/public/icons/`: an SVG for tabs, and PNGs for the home screens of phones, one of them
 * with room for a mask (https://w3c.github.io/manifest/#icon-masks: what matters lies within 80 % of the middle).
 * Usage: `npm run icons`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_THEME } from '@mantine/core'
import sharp from 'sharp'
import { brandFiles as brands } from '#brands/index.ts'

const FOLDER = join(import.meta.dirname, '../web/public/icons')
/** Dark enough for white on it, like the buttons. */
const SHADE = 7

/** A landscape with a sun, in a field of 32 x 32. */
const DRAWING =
  '<circle cx="21" cy="11" r="3.5" fill="#fff"/><path d="M6 25l7-11 5 7 2.5-3.5L26 25z" fill="#fff" fill-opacity=".85"/>'

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>\n`

mkdirSync(FOLDER, { recursive: true })
for (const { id, accent } of brands) {
  const color = DEFAULT_THEME.colors[accent]?.[SHADE]
  if (color === undefined) throw new Error(`${accent}, the accent of ${id}, is no color`)
  const icon = svg(`<rect x="2" y="2" width="28" height="28" rx="8" fill="${color}"/>${DRAWING}`)
  const masked = svg(
    `<rect width="32" height="32" fill="${color}"/><g transform="translate(4.8 4.8) scale(.7)">${DRAWING}</g>`,
  )
  writeFileSync(join(FOLDER, `${id}.svg`), icon)
  for (const [name, source, edge] of [
    ['192', icon, 192],
    ['512', icon, 512],
    ['maskable', masked, 512],
  ] as const) {
    await sharp(Buffer.from(source), { density: (72 * edge) / 32 })
      .resize(edge, edge)
      .png({ palette: true, compressionLevel: 9 })
      .toFile(join(FOLDER, `${id}-${name}.png`))
  }
}
