import { expect, test } from 'vitest'
import type { Face } from '../faces/face.ts'
import { judgePortrait } from './judge-portrait.ts'

const [WIDTH, HEIGHT] = [200, 240]
const face: Face = {
  box: { x: 70, y: 60, width: 60, height: 80 },
  certainty: 1,
  mesh: [],
  yaw: 0,
  pitch: 0,
  roll: 0,
}

function cut(isSolid: (x: number, y: number) => boolean) {
  const opacity = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    isSolid(at % WIDTH, Math.floor(at / WIDTH)) ? 255 : 0,
  )
  const picture = { data: new Uint8Array(3 * WIDTH * HEIGHT), width: WIDTH, height: HEIGHT }
  return judgePortrait({ picture, opacity, face })
}

test('a whole head with its neck may be shown', () => {
  expect(cut((x, y) => y > 40 && x > 60 && x < 140)).toBeNull()
  // A neck is narrower than its head.
  expect(cut((x, y) => y > 40 && (y < 140 ? x > 60 && x < 140 : x > 82 && x < 118))).toBeNull()
})

test('a head without a neck, and a face with a hole in it, may not', () => {
  expect(cut((x, y) => y > 40 && y < 141 && x > 60 && x < 140)).toMatch(/below the face/)
  expect(cut((x, y) => y > 40 && x > 60 && x < 140 && Math.hypot(x - 95, y - 95) > 10)).toMatch(
    /of the face/,
  )
})

test('a photograph that ends at the chin has nothing below to be judged by', () => {
  const opacity = new Uint8Array(WIDTH * 141).fill(255)
  const picture = { data: new Uint8Array(3 * WIDTH * 141), width: WIDTH, height: 141 }
  expect(judgePortrait({ picture, opacity, face })).toBeNull()
})
