import { expect, test } from 'vitest'
import { joinStyles } from './join-styles.ts'

test('styles are the same for several prompts if they are so for each', () => {
  expect(
    joinStyles([
      [['flat', 'sticker', 'icon']],
      [
        ['flat', 'icon'],
        ['3d', 'soft'],
      ],
    ]),
  ).toEqual([['flat', 'icon']])
  expect(joinStyles([[['flat', 'sticker']], []])).toEqual([])
  expect(joinStyles([])).toEqual([])
})
