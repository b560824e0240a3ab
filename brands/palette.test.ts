import { expect, it } from 'vitest'
import { contrastWithWhite, paletteOf } from './palette.ts'

/** Contrast of two colors with each other, from theirs with white. */
const between = (one: string, other: string) => {
  const [lighter, darker] = [contrastWithWhite(one), contrastWithWhite(other)].toSorted(
    (a, b) => a - b,
  )
  return darker! / lighter!
}

it.each(['#ffee00', '#000000', '#ffffff', '#00ff00', '#0000ff', '#e64980', '#7f7f7f', '#010203'])(
  'of %s bears the texts of the theme in both schemes',
  (color) => {
    const shades = paletteOf(color)
    expect(shades).toHaveLength(10)
    expect(shades.every((shade) => /^#[0-9a-f]{6}$/.test(shade))).toBe(true)
    // White on a button of the light scheme, its own ink on one of the dark scheme.
    expect(between('#ffffff', shades[7]!)).toBeGreaterThanOrEqual(4.5)
    expect(between('#16060c', shades[6]!)).toBeGreaterThanOrEqual(4.5)
    // Links on the page.
    expect(between('#fbfafc', shades[8]!)).toBeGreaterThanOrEqual(4.5)
    expect(between('#0f0e13', shades[4]!)).toBeGreaterThanOrEqual(4.5)
    const contrasts = shades.map(contrastWithWhite)
    expect(contrasts).toEqual(contrasts.toSorted((a, b) => a - b))
  },
)

it('keeps the hue', () => {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Number.parseInt(paletteOf('#0000ff')[7]!.slice(at, at + 2), 16),
  )
  expect(blue).toBeGreaterThan(Math.max(red!, green!) * 1.5)
})
