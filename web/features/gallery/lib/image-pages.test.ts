import { expect, test } from 'vitest'
import {
  type Cell,
  dropFar,
  editImages,
  type ImagePages,
  wantedPages,
  withHead,
  withImage,
  withPage,
} from './image-pages.ts'

interface Image {
  id: string
}

const cellOf = ({ id }: Image): Cell => ({ id, ratio: 1, job: null, day: 0 })
/** Ids fall: the newest image has the largest. */
const image = (number: number): Image => ({ id: String(number).padStart(4, '0') })
const images = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => image(from - index))
const idsOf = ({ pages }: ImagePages<Image>) =>
  pages.flatMap(({ cells }) => cells.map(({ id }) => Number(id)))

/** Images 1000 to 901 in pages of ten, all read. */
function hundred(): ImagePages<Image> {
  let list = withHead(undefined, { results: images(1000, 991), next: 'c990' }, cellOf)
  for (let from = 990; from > 900; from -= 10) {
    const next = from - 10 > 900 ? `c${from - 10}` : null
    list = withPage(list, `c${from}`, { results: images(from, from - 9), next }, cellOf)
  }
  return list
}

test('what was added since stands before what is known, which keeps its pages', () => {
  const list = withHead(hundred(), { results: images(1004, 985), next: 'c984' }, cellOf)
  expect(idsOf(list)).toEqual(images(1004, 901).map(({ id }) => Number(id)))
  expect(list.pages[0]).toMatchObject({ cursor: null, next: 'c980' })
  expect(list.pages[0]!.items).toHaveLength(24)
})

test('what was deleted elsewhere goes with the next reading of the beginning', () => {
  const results = images(1000, 986).filter(({ id }) => id !== '0995')
  expect(idsOf(withHead(hundred(), { results, next: 'c985' }, cellOf))).not.toContain(995)
})

test('a beginning that does not reach what is known starts the list over', () => {
  const list = withHead(hundred(), { results: images(1200, 1181), next: 'c1180' }, cellOf)
  expect(list.pages).toHaveLength(1)
  expect(list.pages[0]!.next).toBe('c1180')
})

test('a page that nobody waits for changes nothing', () => {
  const list = hundred()
  expect(withPage(list, 'elsewhere', { results: images(5, 1), next: null }, cellOf)).toBe(list)
})

test('images far from what is seen are let go and wanted again when somebody comes near', () => {
  const far = dropFar(hundred(), 95, 99)
  expect(far.pages.map(({ items }) => items !== null)).toEqual([
    ...Array.from({ length: 5 }, () => false),
    ...Array.from({ length: 5 }, () => true),
  ])
  expect(idsOf(far)).toEqual(idsOf(hundred()))
  expect(wantedPages(far, 95, 99)).toEqual([])
  expect(wantedPages(far, 0, 5)).toEqual([null, 'c990'])
  const back = withPage(far, null, { results: images(1000, 991), next: 'c990' }, cellOf)
  expect(back.pages[0]!.items).toEqual(images(1000, 991))
  expect(dropFar(back, 0, 5).pages.at(-1)!.items).toBeNull()
})

test('the next page is wanted near the end', () => {
  const list = withHead(undefined, { results: images(1000, 991), next: 'c990' }, cellOf)
  expect(wantedPages(list, 0, 3)).toEqual(['c990'])
  expect(wantedPages(hundred(), 0, 3)).toEqual([])
})

test('a deleted image goes, and comes back to its place', () => {
  const without = editImages(hundred(), (all) => all.filter(({ id }) => id !== '0955'), cellOf)
  expect(idsOf(without)).not.toContain(955)
  expect(idsOf(withImage(without, image(955), cellOf))).toEqual(idsOf(hundred()))
  expect(withImage(hundred(), image(955), cellOf)).toEqual(hundred())
})
