import { describe, expect, it } from 'vitest'
import { colourOf } from '../faces/skin.ts'
import { matchSkin } from './match-skin.ts'

const [WIDTH, HEIGHT] = [60, 80]
const region = { width: WIDTH, height: HEIGHT, inside: new Uint8Array(WIDTH * HEIGHT).fill(1) }
type Rgb = readonly [number, number, number]

/** A face of one colour; `other` says where it has another one. */
function paint(skin: Rgb, other: (x: number, y: number) => Rgb | null = () => null): Float32Array {
  const colours = new Float32Array(3 * WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) colours.set(other(x, y) ?? skin, 3 * (y * WIDTH + x))
  return colours
}

const at = (colours: Float32Array, x: number, y: number): number[] =>
  Array.from(colours.subarray(3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3))

const FAIR: Rgb = [205, 160, 140]
const DIM: Rgb = [140, 104, 90]
const match = (face: Float32Array, target: Float32Array, own = FAIR, wanted = DIM): Uint8Array =>
  matchSkin(region, face, target, { face: colourOf(...own), target: colourOf(...wanted) })

describe('light and tint of a swapped face', () => {
  it('are those of the target where both are skin', () => {
    const face = paint(FAIR)
    const both = match(face, paint(DIM))
    expect(both.every((one) => one === 1)).toBe(true)
    for (const [c, value] of at(face, 30, 40).entries())
      expect(Math.abs(value - DIM[c]!)).toBeLessThan(3)
  })

  it('are not taken from hair, glasses or lamps beside the skin', () => {
    const plain = paint(FAIR)
    match(plain, paint(DIM))
    const beside = paint(FAIR)
    // Blue light from below, and black hair above: neither is skin.
    const both = match(
      beside,
      paint(DIM, (_, y) => (y > 60 ? [40, 60, 200] : y < 12 ? [20, 18, 20] : null)),
    )
    expect(both[70 * WIDTH + 30]).toBe(0)
    for (const [c, value] of at(beside, 30, 40).entries())
      expect(Math.abs(value - at(plain, 30, 40)[c]!)).toBeLessThan(2)
  })

  it('tint nothing that is dark and gray', () => {
    const frame = (_: number, y: number): Rgb | null => (y > 36 && y < 42 ? [30, 30, 30] : null)
    const face = paint(FAIR, frame)
    match(face, paint([165, 104, 80]), FAIR, [165, 104, 80])
    const [red, green, blue] = at(face, 30, 39)
    expect(Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!)).toBeLessThan(15)
  })

  it('are bounded, so that a black face does not become a lamp', () => {
    const dark: Rgb = [40, 30, 26]
    const face = paint(dark)
    match(face, paint([250, 215, 200]), dark, [250, 215, 200])
    const lightOf = ([red, green, blue]: readonly number[]): number =>
      colourOf(red!, green!, blue!).light
    // 2.5 as a whole and 1.7 from place to place; a tint is no way around it.
    expect(lightOf(at(face, 30, 40)) / lightOf(dark)).toBeLessThan(2.5 * 1.7)
    expect(lightOf(at(face, 30, 40)) / lightOf(dark)).toBeGreaterThan(2.5)
  })

  it('take the whole face for skin where hardly any is found', () => {
    const face = paint([90, 90, 200])
    expect(() => match(face, paint([200, 90, 90]))).not.toThrow()
    expect(at(face, 30, 40).every(Number.isFinite)).toBe(true)
  })
})
