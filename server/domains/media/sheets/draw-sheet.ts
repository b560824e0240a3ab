import sharp, { type Sharp } from 'sharp'
import { labelXmp } from '../ai-label.ts'
import { labelFont } from './label-font.ts'
import { type Box, layoutSheet } from './layout-sheet.ts'

/** What a sheet shows: images in rows and columns, with what the rows and columns are. */
export interface Sheet {
  title: string
  columns: readonly string[]
  rows: readonly string[]
  /** Sheets below each other; null: one, without a title of its own. */
  pages: readonly string[] | null
  /** Size of the largest cell, in pixels. */
  cell: { width: number; height: number }
  /** Sheet by sheet, row by row. */
  cells: readonly SheetCell[]
}

export interface SheetCell {
  /** Null, too, when its file is gone by then. */
  storageKey: string | null
  /** What stands in the place of an image that is not there. */
  note: string
}

/** RGB, 8 bits each. */
interface Raw {
  data: Buffer
  width: number
  height: number
}

const PAPER = '#ffffff'
const INK = '#17151d'
const EMPTY = '#eeecf1'
const QUALITY = 90
const CHANNELS = 3
/** Ends a label that does not fit. */
const MORE = '…'

const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A text within a box, broken into lines and cut where it is longer. */
async function drawText(
  text: string,
  { width, height }: Box,
  {
    fontSize,
    align = 'left',
    background = PAPER,
  }: { fontSize: number; align?: 'left' | 'centre'; background?: string },
): Promise<Raw | null> {
  const lines = Math.max(1, Math.floor(height / (fontSize * 1.3)))
  // Letters are about half as wide as they are high; what is still too high is cut below.
  const most = Math.max(1, Math.floor((lines * width) / (fontSize * 0.56)))
  const kept = text.length > most ? `${text.slice(0, most - 1).toWellFormed()}${MORE}` : text
  if (kept.trim() === '') return null
  const font = `Lato Bold ${fontSize}`
  const drawn = sharp({
    text: {
      text: `<span foreground="${INK}">${escapeMarkup(kept)}</span>`,
      font,
      fontfile: await labelFont(),
      width,
      align,
      wrap: 'word-char',
      rgba: true,
      dpi: 72,
    },
  })
  const picture = await drawn.png().toBuffer({ resolveWithObject: true })
  return toRaw(
    sharp(picture.data)
      .extract({
        left: 0,
        top: 0,
        width: Math.min(width, picture.info.width),
        height: Math.min(height, picture.info.height),
      })
      .flatten({ background }),
  )
}

async function toRaw(picture: Sharp): Promise<Raw> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Puts one picture into the other, row by row. */
function place(canvas: Raw, picture: Raw, left: number, top: number): void {
  const bytes = picture.width * CHANNELS
  for (let row = 0; row < picture.height; row++)
    picture.data.copy(
      canvas.data,
      ((top + row) * canvas.width + left) * CHANNELS,
      row * bytes,
      (row + 1) * bytes,
    )
}

const centered = (picture: Raw, box: Box) =>
  [
    box.left + Math.floor((box.width - picture.width) / 2),
    box.top + Math.floor((box.height - picture.height) / 2),
  ] as const

/**
 * A sheet as one JPEG, with the label of how its images came to be. Cells are made smaller where all would be more than 24
 * million pixels; one cell is in memory at a time, beside the sheet.
 * @param read the file of a cell, or null when it is gone
 */
export async function drawSheet(
  sheet: Sheet,
  read: (storageKey: string) => Promise<Buffer | null>,
): Promise<Buffer> {
  const layout = layoutSheet({
    columns: sheet.columns.length,
    rows: sheet.rows.length,
    pages: sheet.pages?.length ?? 1,
    hasPageTitles: sheet.pages !== null,
    cell: sheet.cell,
  })
  const { width, height, fontSize } = layout
  const canvas: Raw = { data: Buffer.alloc(width * height * CHANNELS, 255), width, height }

  const write = async (text: string, box: Box, align: 'left' | 'centre' = 'left') => {
    const drawn = await drawText(text, box, { fontSize, align })
    if (!drawn) return
    const [middle, below] = centered(drawn, box)
    // Above a column it stands next to it, before a row in its middle.
    if (align === 'centre') place(canvas, drawn, middle, box.top + box.height - drawn.height)
    else place(canvas, drawn, box.left, below)
  }
  await write(sheet.title, layout.title)
  for (const [page, box] of layout.pageTitles.entries()) await write(sheet.pages?.[page] ?? '', box)
  for (const boxes of layout.columnLabels)
    for (const [at, box] of boxes.entries()) await write(sheet.columns[at] ?? '', box, 'centre')
  for (const boxes of layout.rowLabels)
    for (const [at, box] of boxes.entries()) await write(sheet.rows[at] ?? '', box)

  for (const [at, box] of layout.cells.entries()) {
    const { storageKey = null, note = '' } = sheet.cells[at] ?? {}
    const file = storageKey === null ? null : await read(storageKey)
    const drawn = await (file ? drawCell(file, box) : drawGap(note, box, fontSize))
    place(canvas, drawn, ...centered(drawn, box))
  }
  return sharp(canvas.data, { raw: { width, height, channels: CHANNELS } })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .withXmp(labelXmp('compositeWithTrainedAlgorithmicMedia'))
    .toBuffer()
}

const drawCell = (file: Buffer, { width, height }: Box): Promise<Raw> =>
  toRaw(
    sharp(file)
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: PAPER }),
  )

async function drawGap(note: string, box: Box, fontSize: number): Promise<Raw> {
  const { width, height } = box
  const gap = await toRaw(sharp({ create: { width, height, channels: 3, background: EMPTY } }))
  const text = await drawText(note, box, { fontSize, align: 'centre', background: EMPTY })
  if (text) place(gap, text, ...centered(text, { ...box, left: 0, top: 0 }))
  return gap
}
