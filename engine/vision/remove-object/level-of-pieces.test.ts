import { describe, expect, it } from 'vitest'
import { createLevel, halve, type Holed, type Level } from './level.ts'
import { levelOfPieces } from './level-of-pieces.ts'

/** A grey picture with a hole, at so many sizes. */
function sizesOf(
  { width, height }: Pick<Holed, 'width' | 'height'>,
  isHole: (x: number, y: number) => boolean,
  count: number,
): Level[] {
  const hole = Uint8Array.from({ length: width * height }, (_, at) =>
    Number(isHole(at % width, Math.floor(at / width))),
  )
  let size: Holed = { width, height, colours: new Float32Array(3 * width * height), hole }
  const levels: Level[] = []
  for (let i = 0; i < count; i++) {
    levels.unshift(createLevel(size, size.hole))
    size = halve(size)
  }
  return levels
}

const isInDisc = (x: number, y: number, cx: number, cy: number, radius: number): boolean =>
  Math.hypot(x - cx, y - cy) <= radius

describe('pieces are cut', () => {
  it('at the largest size at which the hole is not too large', () => {
    const square = { width: 192, height: 192 }
    expect(levelOfPieces(sizesOf(square, (x, y) => isInDisc(x, y, 96, 96, 40), 2))).toBe(1)
    const larger = { width: 256, height: 256 }
    expect(levelOfPieces(sizesOf(larger, (x, y) => isInDisc(x, y, 128, 128, 60), 2))).toBe(0)
  })

  it('at no size where the hole is too large at each, as a long band is', () => {
    const band = (length: number) =>
      sizesOf({ width: 1400, height: 47 }, (x, y) => x < length && y >= 7 && y < 40, 1)
    expect(levelOfPieces(band(240))).toBe(0)
    expect(levelOfPieces(band(260))).toBe(-1)
  })

  it('in no hole that is small, thin or most of what is looked at', () => {
    const square = { width: 192, height: 192 }
    expect(levelOfPieces(sizesOf(square, (x, y) => isInDisc(x, y, 96, 96, 36), 1))).toBe(-1)
    expect(levelOfPieces(sizesOf(square, (_, y) => y >= 60 && y < 88, 1))).toBe(-1)
    const small = { width: 120, height: 120 }
    expect(levelOfPieces(sizesOf(small, (x, y) => isInDisc(x, y, 60, 60, 50), 1))).toBe(-1)
    expect(levelOfPieces([])).toBe(-1)
  })

  it('in none of several small holes, however many', () => {
    const isHole = (x: number, y: number): boolean =>
      [48, 144].some((cx) => [48, 144].some((cy) => isInDisc(x, y, cx, cy, 22)))
    expect(levelOfPieces(sizesOf({ width: 192, height: 192 }, isHole, 2))).toBe(-1)
  })
})
