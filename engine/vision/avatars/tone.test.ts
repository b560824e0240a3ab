import { expect, test } from 'vitest'
import type { Layer } from './layer.ts'
import { applyTone } from './tone.ts'

const EDGE = 20

/** A person of one color, of whom a part is lit skin. */
function person(clothes: number, skin: number, share: number): Layer {
  const layer = {
    edge: EDGE,
    colours: new Float32Array(3 * EDGE ** 2),
    opacity: new Float32Array(EDGE ** 2),
  }
  layer.opacity.fill(1)
  layer.colours.fill(clothes)
  layer.colours.fill(skin, 0, 3 * Math.round(share * EDGE ** 2))
  return layer
}

test.each([
  ['a face in the dark becomes lighter', person(20, 70, 0.3), [90, 95]],
  ['a lit face in black clothes stays as it is', person(15, 215, 0.3), [214, 216]],
  ['skin in bright light becomes no white', person(15, 190, 0.3), [190, 216]],
])('%s', (_what, layer, [least, most]) => {
  applyTone(layer, {})
  expect(layer.colours[0]).toBeGreaterThanOrEqual(least!)
  expect(layer.colours[0]).toBeLessThanOrEqual(most!)
})
