import { expect, test } from 'vitest'
import type { Cell } from './image-pages.ts'
import { layRows, laySquares, rowOf } from './image-rows.ts'

const OPTIONS = { width: 900, height: 190, gap: 4, jobGap: 16 }

/** Jobs of so many images each, of one shape, on one day. */
const jobs = (counts: number[], ratio = 1, day = 20260302): Cell[] =>
  counts.flatMap((count, job) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${job}-${index}`,
      ratio,
      job: `${job}`,
      day,
    })),
  )

const tilesOf = (cells: Cell[], options = OPTIONS) =>
  layRows(cells, options).filter((row) => row.kind === 'tiles')

function widthOf(cells: Cell[], start: number, end: number, height: number): number {
  let width = 0
  for (let at = start; at < end; at++) {
    if (at > start) width += cells[at]!.job === cells[at - 1]!.job ? OPTIONS.gap : OPTIONS.jobGap
    width += height * cells[at]!.ratio
  }
  return width
}

test('jobs stay whole where a row holds them', () => {
  const cells = jobs([4, 4, 4, 4])
  expect(tilesOf(cells).map(({ start, end }) => [start, end])).toEqual([
    [0, 4],
    [4, 8],
    [8, 12],
    [12, 16],
  ])
})

test('a job that is wider than a phone takes even rows', () => {
  const phone = { ...OPTIONS, width: 358, height: 150 }
  expect(tilesOf(jobs([4, 4]), phone).map(({ start, end }) => end - start)).toEqual([2, 2, 2, 2])
})

test('each day begins a row of its own, under its name', () => {
  const cells = [...jobs([2], 1, 20260302), ...jobs([1], 1, 20260301)]
  expect(layRows(cells, OPTIONS)).toEqual([
    { kind: 'day', day: 20260302, start: 0, end: 0, count: 2 },
    { kind: 'tiles', start: 0, end: 2, height: OPTIONS.height },
    { kind: 'day', day: 20260301, start: 2, end: 2, count: 1 },
    { kind: 'tiles', start: 2, end: 3, height: OPTIONS.height },
  ])
})

test('rows hold every image once, never pass the width, and fill it but for the last of a day', () => {
  let seed = 1
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  for (let round = 0; round < 200; round++) {
    const cells: Cell[] = []
    for (let job = 0; job < 40; job++) {
      const ratio = 0.4 + random() * (random() < 0.1 ? 7.6 : 1.6)
      const count = 1 + Math.floor(random() * 4)
      const day = 20260330 - Math.floor(job / 7)
      for (let index = 0; index < count; index++) {
        cells.push({ id: `${job}-${index}`, ratio, job: `${job}`, day })
      }
    }
    const rows = tilesOf(cells)
    let next = 0
    for (const { start, end, height } of rows) {
      expect(start).toBe(next)
      next = end
      const width = widthOf(cells, start, end, height)
      const isLastOfDay = cells[end]?.day !== cells[start]!.day
      expect(width).toBeLessThanOrEqual(OPTIONS.width + 0.001)
      expect(width).toBeGreaterThanOrEqual(isLastOfDay ? 0 : OPTIONS.width - 0.001)
    }
    expect(next).toBe(cells.length)
  }
})

test('a cell is found in its row', () => {
  const cells = [...jobs([4, 4], 1, 20260302), ...jobs([3], 1, 20260301)]
  const rows = layRows(cells, OPTIONS)
  for (const [index, row] of rows.entries()) {
    for (let cell = row.start; cell < row.end; cell++) expect(rowOf(rows, cell)).toBe(index)
  }
  expect(rowOf(rows, cells.length)).toBe(-1)
})

test('squares are as many as fit at their least width', () => {
  const rows = laySquares(jobs([7]), { width: 360, least: 112, gap: 8 })
  expect(rows.map(({ start, end }) => [start, end])).toEqual([
    [0, 3],
    [3, 6],
    [6, 7],
  ])
})
