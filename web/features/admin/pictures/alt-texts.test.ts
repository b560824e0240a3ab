import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { altErrorsOf, suggestAlt } from './alt-texts.ts'

it('suggests the description of an image, or as much of its prompt as fits', () => {
  expect(suggestAlt({ alt: ' A fox ', prompt: 'a red fox' })).toBe('A fox')
  expect(suggestAlt({ alt: '', prompt: null })).toBe('')
  expect(suggestAlt({ alt: '', prompt: 'a'.repeat(2000) })).toBe('a'.repeat(200))
  // The second half of the last character does not fit.
  expect(suggestAlt({ alt: '', prompt: `${'a'.repeat(199)}🦊` })).toBe('a'.repeat(199))
})

it('puts what is wrong with a description under its own field', () => {
  const answer = (body: object) => new ApiError({ status: 400, body, header: () => null })
  const alt = ['es: Write something.', 'en: Too long: 201.', 'en: And more.']
  expect(altErrorsOf(answer({ alt }))).toEqual({ es: 'Write something.', en: 'Too long: 201.' })
  expect(altErrorsOf(answer({ alt: ['Required.'] }))).toEqual({ en: 'Required.' })
  expect(altErrorsOf(answer({ image: ['Choose another.'] }))).toEqual({})
  expect(altErrorsOf(new Error('lost'))).toEqual({})
})
