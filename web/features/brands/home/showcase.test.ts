import { expect, it } from 'vitest'
import { SHOWCASE } from '#content/index.ts'
import { generatorPictures } from './showcase.ts'

it('shows the samples that administrators can replace', () => {
  expect(generatorPictures.map(({ file }) => `showcase/${file}`)).toEqual(
    SHOWCASE.map(({ file }) => file),
  )
})
