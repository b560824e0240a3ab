import { expect, test } from 'vitest'
import { type Framing, squareAround } from './cut-portrait.ts'
import { findCrown, middleOfHead, reachOfHead } from './find-crown.ts'

const photograph = { width: 600, height: 800 }
const face = { x: 220, y: 240, width: 150, height: 200 }
const head = { face, eyes: 306, crown: { y: 150, isCutOff: false } }
const free = { left: false, right: false }
const framing: Framing = { above: 0.1, eyes: 0.4, face: 0.38, seen: 1 }

test('the hair has its room above, and the eyes are where the framing wants them', () => {
  const square = squareAround(head, photograph, free, framing)
  expect((head.crown.y - square.y) / square.height).toBeCloseTo(framing.above, 2)
  expect((head.eyes - square.y) / square.height).toBeCloseTo(framing.eyes, 2)
  expect(square.x + square.width / 2).toBeCloseTo(face.x + face.width / 2, 0)
  // Twice as much hair above the eyes: as much larger is what is seen.
  const tall = squareAround(
    { ...head, crown: { y: 60, isCutOff: false } },
    photograph,
    free,
    framing,
  )
  expect((60 - tall.y) / tall.height).toBeCloseTo(framing.above, 2)
  expect(tall.height / square.height).toBeCloseTo(246 / 156, 1)
})

test('a hat with a wide brim is seen from side to side', () => {
  const opacity = new Uint8Array(600 * 800)
  const fill = (x: number, y: number, width: number, height: number): void => {
    for (let row = y; row < y + height; row++)
      opacity.fill(255, row * 600 + x, row * 600 + x + width)
  }
  fill(200, 150, 200, 650)
  fill(125, 240, 340, 30)
  // Shoulders are wider than any hat.
  fill(0, 500, 600, 300)
  const reach = reachOfHead(photograph, opacity, 295, { from: 150, to: 306 })
  expect(reach).toBe(170)
  const narrow = { ...framing, seen: 0.8 }
  const square = squareAround({ ...head, reach }, photograph, free, narrow)
  const seen = [0.1, 0.9].map((share) => square.x + share * square.width)
  expect(seen[0]).toBeLessThan(125)
  expect(seen[1]).toBeGreaterThan(465)
  expect((head.crown.y - square.y) / square.height).toBeCloseTo(framing.above, 2)
  // No brim makes the face tiny.
  const usual = squareAround(head, photograph, free, framing)
  const widest = squareAround({ ...head, reach: 600 }, photograph, free, framing)
  expect(widest.width / usual.width).toBeLessThan(1.36)
})

test('hair that the photograph cuts off ends at the upper border', () => {
  const cut = { face: { ...face, y: 40 }, eyes: 106, crown: { y: 0, isCutOff: true } }
  expect(squareAround(cut, photograph, free, framing).y).toBe(0)
  // Hair that stands so high that the eyes are far below the border anyway.
  const high = { face: { ...face, y: 200 }, eyes: 266, crown: { y: 0, isCutOff: true } }
  const square = squareAround(high, photograph, free, framing)
  expect(square.y).toBe(0)
  expect(high.eyes / square.height).toBeCloseTo(framing.eyes, 2)
})

test('nobody floats above the lower border', () => {
  const square = squareAround(head, { width: 600, height: 480 }, free, framing)
  expect(square.y + square.height).toBeLessThanOrEqual(480)
  expect((head.crown.y - square.y) / square.height).toBeGreaterThan(0.06)
})

test('in a photograph that ends too near, the room above the hair gives way to the eyes', () => {
  const tight = { ...head, face: { ...face, y: 130 }, eyes: 256, crown: { y: 30, isCutOff: false } }
  const size = { width: 600, height: 600 }
  const square = squareAround(tight, size, { left: true, right: true }, framing)
  expect((tight.crown.y - square.y) / square.height).toBeCloseTo(0.065, 2)
  expect((tight.eyes - square.y) / square.height).toBeLessThan(0.455)
})

test('a shoulder that the photograph cuts off ends at the border of the result', () => {
  const right = squareAround(head, { width: 430, height: 800 }, { left: false, right: true })
  expect(right.x + right.width).toBeLessThanOrEqual(430)
  const left = { ...head, face: { ...face, x: 100 } }
  expect(squareAround(left, photograph, { left: true, right: false }).x).toBeGreaterThanOrEqual(0)
})

test('the head has room, wherever the photograph ends', () => {
  const aside = { ...head, face: { ...face, x: 440 } }
  const { x, y, width, height } = squareAround(aside, photograph, { left: true, right: true })
  expect(x).toBeLessThanOrEqual(aside.face.x)
  expect(x + width).toBeGreaterThanOrEqual(aside.face.x + aside.face.width)
  expect(y).toBeLessThan(head.crown.y)
  expect(y + height).toBeGreaterThan(face.y + face.height)
})

test('the crown is where what was cut out ends above the face, not a hand or a lamp above it', () => {
  const opacity = new Uint8Array(600 * 800)
  const fill = (x: number, y: number, width: number, height: number): void => {
    for (let row = y; row < y + height; row++)
      opacity.fill(255, row * 600 + x, row * 600 + x + width)
  }
  fill(200, 150, 200, 650)
  fill(250, 20, 60, 40)
  expect(findCrown(photograph, opacity, { box: face })).toEqual({ y: 150, isCutOff: false })
  // A strand is no crown.
  fill(290, 110, 3, 40)
  expect(findCrown(photograph, opacity, { box: face }).y).toBe(150)
  fill(200, 0, 200, 150)
  const low = { ...face, y: 120 }
  expect(findCrown(photograph, opacity, { box: low })).toEqual({ y: 0, isCutOff: true })
})

test('of a face turned aside the head is in the middle, not the face', () => {
  const opacity = new Uint8Array(600 * 800)
  for (let y = 150; y < 800; y++) opacity.fill(255, y * 600 + 120, y * 600 + 380)
  const crown = { y: 150, isCutOff: false }
  const middleAt = (yaw: number): number =>
    middleOfHead(photograph, opacity, { box: face, yaw }, crown)
  expect(middleAt(8)).toBe(295)
  expect(middleAt(50)).toBeCloseTo(250, -1)
  expect(middleAt(24)).toBeCloseTo(272, -1)
  const square = squareAround({ ...head, middle: 250 }, photograph, free, framing)
  expect(square.x + square.width / 2).toBeCloseTo(250, 0)
})
