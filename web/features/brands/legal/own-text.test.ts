import { expect, test } from 'vitest'
import { sectionsOf } from './own-text.ts'

test('headings and paragraphs are read, with or without blank lines around a heading', () => {
  expect(sectionsOf('Hello\nyou.\n\n# One\nFirst.\n\nSecond.\n# Two\n\nThird.')).toEqual([
    { heading: null, paragraphs: ['Hello\nyou.'] },
    { heading: 'One', paragraphs: ['First.', 'Second.'] },
    { heading: 'Two', paragraphs: ['Third.'] },
  ])
  expect(sectionsOf('  \n\n ')).toEqual([])
})
