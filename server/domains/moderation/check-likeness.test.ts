import { expect, test } from 'vitest'
import { checkLikeness, checkPrompt } from './check-prompt.ts'
import { wordingsToPass, wordingsToRefuse } from './likeness-cases.ts'

test('every wording that undresses or sexualises a real person is refused', () => {
  const wordings = wordingsToRefuse()
  expect(new Set(wordings).size).toBe(wordings.length)
  expect(wordings.length).toBeGreaterThanOrEqual(60)
  expect(wordings.filter((wording) => checkLikeness(wording, null).allowed)).toEqual([])
  // As a pack's shot has them, after its subject.
  const later = wordings.map((wording) => `a photo of sks woman, ${wording}`)
  expect(later.filter((prompt) => checkLikeness(prompt, null).allowed)).toEqual([])
  expect(checkLikeness('undress her', null)).toMatchObject({ code: 'prompt_blocked' })
})

test('what people ask for every day passes', () => {
  const wordings = wordingsToPass()
  expect(new Set(wordings).size).toBe(wordings.length)
  expect(wordings.length).toBeGreaterThanOrEqual(60)
  expect(wordings.filter((wording) => !checkLikeness(wording, null).allowed)).toEqual([])
})

test('of nobody real most of it may be drawn', () => {
  const rules = { blockedWords: [] }
  expect(checkPrompt('una mujer desnuda', rules)).toEqual({ allowed: true })
  expect(checkPrompt('una niña desnuda', rules)).toMatchObject({ allowed: false })
})

test.each(['clothes, clothing', 'fully clothed', 'shirt', 'ropa, vestida'])(
  'a negative prompt of %j takes clothes away',
  (negative) => {
    expect(checkLikeness('a portrait', negative).allowed).toBe(false)
  },
)

test.each(['nude, nsfw, naked, lingerie', 'blurry, low quality', 'shirt logo, hat', ''])(
  'a negative prompt of %j keeps them',
  (negative) => {
    expect(checkLikeness('a portrait', negative)).toEqual({ allowed: true })
  },
)

test('long texts are read in no time, whatever they repeat', () => {
  const words = 'remove the the her his all the red blue '.repeat(250)
  expect(checkLikeness(words, words).allowed).toBe(true)
})
