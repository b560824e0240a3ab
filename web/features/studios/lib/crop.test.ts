import { expect, test } from 'vitest'
import { moved, percentOf, sized } from './crop.ts'

const PHOTO = { width: 800, height: 600 }

test('a square is moved and stays in its photo', () => {
  const crop = { x: 100, y: 50, size: 400 }
  expect(moved(crop, PHOTO, 20.4, -10)).toEqual({ x: 120, y: 40, size: 400 })
  expect(moved(crop, PHOTO, 900, 900)).toEqual({ x: 400, y: 200, size: 400 })
  expect(moved(crop, PHOTO, -900, -900)).toEqual({ x: 0, y: 0, size: 400 })
})

test('a square grows and shrinks around its middle, from 64 pixels to the shorter edge', () => {
  const crop = { x: 200, y: 100, size: 400 }
  expect(sized(crop, PHOTO, 200)).toEqual({ x: 300, y: 200, size: 200 })
  expect(sized(crop, PHOTO, 5)).toEqual({ x: 368, y: 268, size: 64 })
  expect(sized(crop, PHOTO, 5000)).toEqual({ x: 100, y: 0, size: 600 })
  expect(percentOf(crop, PHOTO)).toMatchObject({ left: '25%', width: '50%' })
})
