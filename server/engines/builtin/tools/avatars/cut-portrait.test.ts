import { expect, test } from 'vitest'
import { squareAround } from './cut-portrait.ts'

const photograph = { width: 600, height: 800 }
const face = { x: 300, y: 200, width: 180, height: 240 }

test('a person who stands free keeps the face in the middle', () => {
  const square = squareAround(face, photograph, { left: false, right: false })
  expect(square).toMatchObject({ width: 600, height: 600 })
  expect(square.x + square.width / 2).toBe(face.x + face.width / 2)
})

test('a shoulder that the photograph cuts off ends at the border of the avatar', () => {
  const right = squareAround(face, photograph, { left: false, right: true })
  expect(right.x + right.width).toBeLessThanOrEqual(photograph.width)
  const left = squareAround({ ...face, x: 100 }, photograph, { left: true, right: false })
  expect(left.x).toBeGreaterThanOrEqual(0)
  const both = squareAround(face, photograph, { left: true, right: true })
  expect(both.x).toBeGreaterThanOrEqual(0)
  expect(both.x + both.width).toBeLessThanOrEqual(photograph.width)
})

test('the head has room, wherever the photograph ends', () => {
  const aside = { ...face, x: 420 }
  const { x, y, width, height } = squareAround(aside, photograph, { left: true, right: true })
  expect(width).toBeGreaterThan(1.5 * face.height)
  expect(x).toBeLessThanOrEqual(aside.x)
  expect(x + width).toBeGreaterThanOrEqual(aside.x + aside.width)
  expect(y).toBeLessThan(aside.y)
  expect(y + height).toBeGreaterThan(aside.y + aside.height)
})
