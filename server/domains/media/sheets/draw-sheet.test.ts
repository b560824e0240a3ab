import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePng } from '#tests/support/pictures.ts'
import { drawSheet, type Sheet } from './draw-sheet.ts'
import { layoutSheet } from './layout-sheet.ts'

const SHEET: Sheet = {
  title: 'a red <fox> & a hare',
  columns: ['Steps: 4', 'Steps: 8'],
  rows: ['fox', 'hare'],
  pages: null,
  cell: { width: 200, height: 100 },
  cells: [
    { storageKey: 'green', note: '' },
    { storageKey: 'gone', note: 'Deleted' },
    { storageKey: null, note: 'Failed' },
    { storageKey: 'green', note: '' },
  ],
}

/** How far a part of an image is from white, at most 255. */
async function inkOf(
  jpeg: Buffer,
  box: { left: number; top: number; width: number; height: number },
) {
  const { channels } = await sharp(await sharp(jpeg).extract(box).toBuffer()).stats()
  return 255 - channels[0]!.min
}

test('has each image in its place, what is missing said there, and labels beside them', async () => {
  const green = await makePng(200, 100, { background: '#00ff00' })
  const jpeg = await drawSheet(SHEET, async (key) => (key === 'green' ? green : null))
  const layout = layoutSheet({
    columns: 2,
    rows: 2,
    pages: 1,
    hasPageTitles: false,
    cell: SHEET.cell,
  })
  const { width, height, format, xmp } = await sharp(jpeg).metadata()
  expect({ width, height, format }).toEqual({
    width: layout.width,
    height: layout.height,
    format: 'jpeg',
  })
  expect(xmp?.toString()).toContain('compositeWithTrainedAlgorithmicMedia')
  const corner = async (at: number) => {
    const { left, top } = layout.cells[at]!
    const part = await sharp(jpeg).extract({ left, top, width: 8, height: 8 }).toBuffer()
    return (await sharp(part).stats()).dominant
  }
  const isGreen = ({ r, g, b }: { r: number; g: number; b: number }) => g > 200 && r < 60 && b < 60
  expect((await Promise.all([0, 1, 2, 3].map(corner))).map(isGreen)).toEqual([
    true,
    false,
    false,
    true,
  ])
  for (const box of [layout.title, ...layout.columnLabels[0]!, ...layout.rowLabels[0]!])
    expect(await inkOf(jpeg, box)).toBeGreaterThan(150)
  for (const at of [1, 2]) expect(await inkOf(jpeg, layout.cells[at]!)).toBeGreaterThan(150)
})

test('stays within its pixels, however many cells there are and however large', () => {
  const shapes = [
    { columns: 100, rows: 1, pages: 1 },
    { columns: 1, rows: 100, pages: 1 },
    { columns: 10, rows: 10, pages: 1 },
    { columns: 2, rows: 1, pages: 50 },
  ]
  for (const shape of shapes) {
    const cell = { width: 2048, height: 1024 }
    const { width, height, cells, pageTitles } = layoutSheet({
      ...shape,
      hasPageTitles: shape.pages > 1,
      cell,
    })
    expect(width * height).toBeLessThanOrEqual(24_000_000)
    expect(Math.max(width, height)).toBeLessThanOrEqual(12_000)
    expect(cells).toHaveLength(shape.columns * shape.rows * shape.pages)
    expect(pageTitles).toHaveLength(shape.pages > 1 ? shape.pages : 0)
    for (const box of cells) {
      expect(box.width).toBeGreaterThan(30)
      expect(box.left + box.width).toBeLessThan(width)
      expect(box.top + box.height).toBeLessThan(height)
    }
  }
})
