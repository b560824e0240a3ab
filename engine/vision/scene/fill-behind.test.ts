import { expect, it } from 'vitest'
import { fillBehind } from './fill-behind.ts'

const [WIDTH, HEIGHT] = [300, 150]
const [GROUND, SUBJECT] = [90, 220]

/** A subject on plain ground, of which only places that are `seen` are not hidden. */
function fill(seen: (x: number, y: number) => boolean): Uint8Array {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  const hidden = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at++) {
      const isSeen = seen(x, y)
      data.fill(isSeen ? GROUND : SUBJECT, 3 * at, 3 * at + 3)
      if (!isSeen) hidden[at] = 255
    }
  const picture = { data, width: WIDTH, height: HEIGHT }
  return fillBehind(picture, hidden, new AbortController().signal).data
}

it.each<[string, (x: number, y: number) => boolean]>([
  ['in the middle of its ground', (x, y) => Math.hypot(x - 150, y - 75) > 40],
  // Each square of the shrunk picture has something hidden in it.
  ['that leaves lines of the ground alone', (x) => x % 2 === 1],
])('nothing is left of a subject %s', (_where, seen) => {
  expect(fill(seen).every((value) => Math.abs(value - GROUND) <= 1)).toBe(true)
})
