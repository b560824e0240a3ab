import { expect, test } from 'vitest'
import { frameAround } from './frame-around.ts'

const square = { width: 100, height: 100, margin: 0.1 }

test('a subject is in the middle of its frame, with room around it', () => {
  const subject = { left: 0.25, top: 0.1, width: 0.5, height: 0.2 }
  const frame = frameAround(subject, { width: 400, height: 400 }, square)
  // 200 pixels fill 80 of 100.
  expect(frame.width).toBeCloseTo(250 / 400)
  expect(frame.height).toBeCloseTo(250 / 400)
  expect(frame.left + frame.width / 2).toBeCloseTo(0.5)
  expect(frame.top + frame.height / 2).toBeCloseTo(0.2)
})

test('what the image cuts off below stands on the lower side', () => {
  const subject = { left: 0, top: 0.5, width: 1, height: 0.5 }
  const frame = frameAround(subject, { width: 100, height: 300 }, square)
  expect(frame.top + frame.height).toBeCloseTo(1)
  expect(frame.height * 300).toBeCloseTo(150 / 0.9)
})
