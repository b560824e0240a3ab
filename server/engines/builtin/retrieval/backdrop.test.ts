import { expect, test } from 'vitest'
import { createUniformStream } from '../noise.ts'
import { chooseBackdrop } from './backdrop.ts'
import type { Backdrop } from './retrieval-store.ts'

const EDGE = 32
const plain = (...colour: [number, number, number]): Backdrop => ({ upper: colour, lower: colour })
const red = plain(1, 0, 0)
const others = [plain(0, 0, 1), plain(0, 1, 0), plain(1, 1, 0)]

/** A square of one colour, in [-1, 1], on white. */
function squareOf(...colour: [number, number, number]) {
  const isInside = (at: number): boolean => at > 4 && at < EDGE - 5
  const data = Float32Array.from({ length: 3 * EDGE ** 2 }, (_, i) =>
    isInside(i % EDGE) && isInside(Math.floor(i / EDGE) % EDGE)
      ? colour[Math.floor(i / EDGE ** 2)]!
      : 1,
  )
  return { data, width: EDGE, height: EDGE }
}
const chosenFor = (backdrops: Backdrop[], things = squareOf(0.9, -0.9, -0.9)) =>
  Array.from({ length: 40 }, (_, seed) =>
    chooseBackdrop(backdrops, things, createUniformStream(seed)),
  )

test('a thing stands on what it is not like, and the seed decides which of these', () => {
  const chosen = chosenFor([red, ...others]).map((place) => place!.upper.join(','))
  expect(new Set(chosen)).toEqual(new Set(['0,0,1', '0,1,0', '1,1,0']))
})

test('where too few are unlike it, it has a choice all the same', () => {
  const reds = [red, plain(0.95, 0.1, 0), plain(1, 0, 0.1), plain(0.9, 0, 0)]
  const chosen = chosenFor([...reds, others[0]!]).map((place) => place!.upper.join(','))
  expect(new Set(chosen).size).toBe(3)
  expect(chosen).toContain('0,0,1')
})

test('it is a gradient over the whole height, and none without backdrops', () => {
  const [first] = chosenFor([{ upper: [0, 0, 1], lower: [0, 0, 0.5] }])
  expect(first).toMatchObject({ upper: [0, 0, 1], lower: [0, 0, 0.5], horizon: null })
  expect(chosenFor([])[0]).toBeNull()
})
