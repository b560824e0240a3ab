import { expect, test } from 'vitest'
import { asText, inEnglish, inLanguage, t, type Text } from './index.ts'
import { compileMessages, fillMessage } from './compile-messages.ts'
import { sayText } from './say.ts'

const inSpanish = (said: Parameters<typeof sayText>[1]): string =>
  sayText('es', said, (english) => `<${english}>`)

test('makes the sentence of a text in its language', () => {
  const text = t('prompts.tooManyPresets', { count: 50 })
  expect(inEnglish(text)).toBe("You've reached the limit of 50 presets.")
  expect(inSpanish(text)).toBe('Alcanzaste el límite de 50 preajustes.')
})

test('says a language that nobody wrote in English', () => {
  expect(sayText('xx', t('prompts.listEmpty'), (english) => english)).toBe(
    'Ensure the list has a line.',
  )
})

test('writes days and numbers as the language of the sentence does', () => {
  const inIcelandic = (said: Parameters<typeof sayText>[1]): string =>
    sayText('is', said, (english) => english)
  expect(inIcelandic(t('billing.alreadyCanceled', { day: { day: '2026-11-05' } }))).toBe(
    'Your plan is already canceled. It ends on Nov 5, 2026.',
  )
  const size = t('jobs.imageTooLarge', { side: 4096, pixels: 4_194_304 })
  expect(inIcelandic(size)).toMatch(/ and 4,194,304 pixels /)
  expect(inSpanish(size)).toMatch(/ y 4\.194\.304 píxeles /)
})

test('leaves a finished sentence as it is in English', () => {
  expect(inEnglish('Not found.')).toBe('Not found.')
})

test('fills in a text by its language, and a finished sentence in the old way', () => {
  const line = '{a'
  const text = t('prompts.inLine', { said: t('prompts.braceNotClosed'), line })
  expect(inEnglish(text)).toBe('A { is not closed by a }. Write \\{ for a brace. In: "{a"')
  expect(inSpanish(text)).toMatch(/^Hay una .+ En: "\{a"$/)
  expect(inSpanish(t('prompts.inLine', { said: 'Not found.', line }))).toBe('<Not found.> En: "{a"')
})

test('says why a LoRA does not fit in one language', () => {
  const values = { layer: 'mid', ours: '32 x 32', theirs: '320 x 320' }
  const why = t('engines.layerOfOtherSize', values)
  const unfit = t('engines.loraUnfit', { name: 'wide', why })
  expect(inEnglish(unfit)).toBe(
    'The LoRA "wide" does not fit this model: mid is 32 x 32 in this model and 320 x 320 in the LoRA.',
  )
  expect(inSpanish(unfit)).toBe(
    'La LoRA "wide" no es compatible con este modelo: mid mide 32 x 32 en este modelo y 320 x 320 en la LoRA.',
  )
})

test.each<[english: string, text: Text]>([
  ["You've reached the limit of 50 presets.", t('prompts.tooManyPresets', { count: '50' })],
  ['This model takes at most 1 image.', t('jobs.takesAtMost', { count: 1 })],
  ['25,000 credits bought', t('statement.bought', { count: 25_000 })],
  [
    'Pro plan: credits until Dec 5, 2026',
    t('statement.planMonth', { plan: 'Pro', day: { day: '2026-12-05' } }),
  ],
  ['Free credits for May 2026', t('statement.freeMonth', { month: { month: '2026-05' } })],
  [
    'Not used: image generation',
    t('statement.notUsed', { said: t('kinds.imageGenerationInSentence') }),
  ],
  ['Not used: {said}', t('statement.notUsed', { said: '{said}' })],
  ["Unspent: 1 credit of the plan's month", t('statement.unspent', { count: 1, kind: 'plan' })],
])('recognizes "%s"', (english, text) => {
  expect(asText(english)).toEqual(text)
  expect(inEnglish(text)).toBe(english)
})

test.each([
  ['a title', 'A title: of somebody'],
  ['a plural that is wrong', 'Unspent: 5 credit'],
  ['a day that is none', 'Login bonus of some day or other, 2026'],
  ['nothing', ''],
  ['what is far too long', `You have ${'{'.repeat(100_000)} lists (a+b).`],
])('takes %s for no text unless it says the very sentence', (_, english) => {
  const found = asText(english)
  expect(inEnglish(found)).toBe(english)
  expect(inLanguage('en', found)).toBe(english)
})

test('writes money as the language does', () => {
  const text = t('statement.paymentPartlyRefunded', {
    refunded: { money: 333, currency: 'usd' },
    paid: { money: 66_000, currency: 'jpy' },
  })
  expect(inEnglish(text)).toBe('Partly refunded: $3.33 of ¥66,000')
  expect(inSpanish(text)).toBe('Reembolsado en parte: 3,33\u00a0$ de 66.000\u00a0¥')
})

test('says what comes with the program, which rows name in English, and leaves other strings', () => {
  expect(inLanguage('es', 'Forest friends')).toBe('Amigos del bosque')
  expect(inLanguage('es', t('statement.packRun', { said: 'Forest friends', count: 12 }))).toBe(
    'Amigos del bosque, 12 tomas',
  )
  expect(inLanguage('es', 'Not found.')).toBe('Not found.')
})

test('a value that is not given is an error, never a word in a mail', () => {
  const [message] = [
    ...compileMessages({ a: 'Dear {name}, {count, plural, one {#} other {#}}' }, 'a').values(),
  ]
  expect(() => fillMessage(message!, 'en', { name: 'Ada' })).toThrow('The value count')
  expect(() => fillMessage(message!, 'en')).toThrow('The value count')
  expect(fillMessage(message!, 'en', { name: 'Ada', count: 2 })).toBe('Dear Ada, 2')
})

const WENT_WRONG = 'Something went wrong on our side.'

test.each(['prompts.gone', 'gone.listEmpty', 'gone', ''])(
  'says the general sentence for a key that no catalogue has: "%s"',
  (key) => {
    expect(inEnglish({ key })).toBe(WENT_WRONG)
    expect(inSpanish({ key, values: { count: 1 } })).toBe('Algo falló de nuestro lado.')
  },
)

test.each([
  ['a value', { key: 'prompts.tooManyPresets' }],
  ['another value', { key: 'prompts.tooManyPresets', values: { most: 50 } }],
  ['a number', { key: 'jobs.imageTooLarge', values: { side: 4096 } }],
  ['a plural', { key: 'jobs.costsNow', values: {} }],
  ['a choice', { key: 'engines.noVideoOf' }],
])('says the general sentence where %s of a message is missing', (_, text) => {
  expect(inEnglish(text)).toBe(WENT_WRONG)
})

test('says what is around a text that is not there any more', () => {
  const text = t('prompts.inLine', { said: { key: 'prompts.gone' }, line: 'a' })
  expect(inEnglish(text)).toBe(`${WENT_WRONG} In: "a"`)
})
