import { expect, test } from 'vitest'
import { blurBehind } from './blur-behind.ts'

const SIZE = { width: 60, height: 40 }

/** Blue on the left, green on the right, and a red subject in the middle. */
function scene() {
  const data = new Uint8Array(3 * 60 * 40)
  const opacity = new Uint8Array(60 * 40)
  for (let at = 0; at < opacity.length; at++) {
    const [x, y] = [at % 60, Math.floor(at / 60)]
    const isSubject = x >= 20 && x < 40 && y >= 8
    if (isSubject) opacity[at] = 255
    data[3 * at + (isSubject ? 0 : x < 30 ? 2 : 1)] = 200
  }
  return { picture: { data, ...SIZE }, opacity }
}

test('what is behind is blurred, and nothing of the subject shines through', async () => {
  const { picture, opacity } = scene()
  const { data, width, height } = await blurBehind(picture, opacity)
  expect({ width, height }).toEqual(SIZE)
  const at = (x: number, y: number) => [...data.subarray(3 * (60 * y + x), 3 * (60 * y + x) + 3)]
  for (let x = 0; x < 60; x++) expect(at(x, 30)[0]).toBeLessThan(6)
  expect(at(2, 20)[2]).toBeGreaterThan(180)
  expect(at(57, 20)[1]).toBeGreaterThan(180)
  const [, green, blue] = at(30, 2)
  expect(green).toBeGreaterThan(40)
  expect(blue).toBeGreaterThan(40)
})
