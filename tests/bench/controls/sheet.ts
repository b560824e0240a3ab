import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import type { DrawnRow } from './measure.ts'

const CELL = 128
const GAP = 6
const LABEL = 16
const TITLE = 190
const COLUMNS = 7
const WIDTH = TITLE + COLUMNS * (CELL + GAP) + GAP
const ROW = CELL + LABEL + 2 * GAP
const MAX_BYTES = 400_000

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Lines of words of at most `length` characters. */
function wrap(text: string, length: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!
    if (last !== '' && last.length + word.length >= length) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

/** Names, promises and labels of all rows. */
function words(rows: readonly DrawnRow[]): string {
  const texts = rows.flatMap(({ row, cells }, index) => {
    const top = index * ROW + GAP
    const says = wrap(row.says, 27).map(
      (line, at) =>
        `<text x="10" y="${top + 40 + 15 * at}" font-size="12" fill="#555">${escape(line)}</text>`,
    )
    const labels = cells.map(({ cell: { label } }, column) => {
      const x = TITLE + column * (CELL + GAP) + CELL / 2
      const short = label.length > 24 ? `${label.slice(0, 23)}…` : label
      return `<text x="${x}" y="${top + CELL + 12}" font-size="10.5" text-anchor="middle" fill="#333">${escape(short)}</text>`
    })
    const name = `<text x="10" y="${top + 20}" font-size="15" font-weight="bold">${escape(row.name)}</text>`
    return [name, ...says, ...labels]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${rows.length * ROW}" font-family="sans-serif">${texts.join('')}</svg>`
}

/** Writes the sheet: a row a control. */
export async function drawSheet(rows: readonly DrawnRow[], file: string): Promise<void> {
  const parts: OverlayOptions[] = [{ input: Buffer.from(words(rows)), left: 0, top: 0 }]
  for (const [index, { cells }] of rows.entries())
    for (const [column, { data }] of cells.entries())
      parts.push({
        input: await sharp(data)
          .resize(CELL, CELL, { fit: 'contain', background: '#ececec' })
          .png()
          .toBuffer(),
        left: TITLE + column * (CELL + GAP),
        top: index * ROW + GAP,
      })
  const sheet = await sharp({
    create: { width: WIDTH, height: rows.length * ROW, channels: 3, background: '#fff' },
  })
    .composite(parts)
    .png()
    .toBuffer()
  await mkdir(dirname(file), { recursive: true })
  for (let quality = 82; quality > 20; quality -= 6) {
    const written = await sharp(sheet).webp({ quality, effort: 6 }).toBuffer()
    if (written.length > MAX_BYTES) continue
    await writeFile(file, written)
    return
  }
  throw new Error(`The sheet does not fit into ${MAX_BYTES} bytes.`)
}
