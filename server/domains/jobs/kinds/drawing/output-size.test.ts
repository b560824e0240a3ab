import { expect, test } from 'vitest'
import { outputSize } from './output-size.ts'

const RANGE = { min: 64, max: 2048, step: 8 }

test.each([
  ['nothing asked', {}, null, 512, 512],
  ['of the image', {}, { width: 640, height: 480 }, 640, 480],
  ['in steps', {}, { width: 647, height: 485 }, 640, 480],
  ['of a large photo', {}, { width: 4000, height: 3000 }, 2048, 1536],
  ['of a large square', {}, { width: 3000, height: 3000 }, 2048, 2048],
  ['of a strip', {}, { width: 4000, height: 20 }, 2048, 64],
  ['of an icon', {}, { width: 16, height: 16 }, 64, 64],
  ['asked for', { width: 256, height: 128 }, { width: 640, height: 480 }, 256, 128],
  ['half asked for', { width: 256 }, { width: 640, height: 480 }, 256, 480],
  ['of what is repainted', { mask: 'm' }, { width: 647, height: 485 }, 647, 485],
  [
    'of what is extended',
    { outpaint: { left: 10, top: 0, right: 5, bottom: 20 } },
    { width: 100, height: 100 },
    115,
    120,
  ],
])('the size %s', (_name, asked, source, width, height) => {
  expect(outputSize(asked, source, RANGE)).toEqual({ width, height })
})
