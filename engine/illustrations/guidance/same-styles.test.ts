import { expect, test } from 'vitest'
import { sameStyles } from './choose-neighbours.ts'

const STORE = {
  styles: ['3d', 'flat', 'sticker', 'icon', 'soft'],
  kin: ['3d', 'flat'],
  hintStyles: ['3d', 'flat', 'icon'],
  spareStyles: ['clipart'],
  lastStyles: ['sticker'],
  priorStyles: [],
  looks: { '3d': 'round', flat: 'even', sticker: 'even', icon: 'bold' } as const,
  /** An icon alone; then one thing in 3D and as an icon; then one as a sticker alone. */
  pictures: [
    [0, 3],
    [1, 0],
    [1, 3],
    [2, 2],
  ] as [number, number][],
}

test('styles of one surface are the same where the same picture leads them', () => {
  expect(sameStyles(STORE, [[0]])).toEqual([['flat', 'sticker']])
  expect(sameStyles(STORE, [[3]])).toEqual([['flat', 'sticker']])
})

test('they differ where other pictures may lead, for one thing of several, and for what is remembered', () => {
  expect(sameStyles(STORE, [[1, 2]])).toEqual([])
  expect(sameStyles(STORE, [[0], [1, 2]])).toEqual([])
  expect(sameStyles(STORE, [[]])).toEqual([])
  expect(sameStyles(STORE, [])).toEqual([])
})
