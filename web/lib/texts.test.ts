import compile from 'icu-minify/compile'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createTexts, inLanguage, provideMessages, textsOf } from './texts.ts'

const compiled = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compile(text)]))

const t = createTexts(
  compiled({
    plain: 'Log in',
    images: '{count, plural, =0 {No images} one {# image} other {# images}}',
    day: 'Ends on {day, date, ::yMMMd}',
    braces: 'Read {link}.',
    terms: 'Read the <link>terms of <b>{brand}</b></link> first.',
  }),
  'en',
)

it('fills in numbers, plurals and days', () => {
  expect(t('plain')).toBe('Log in')
  expect([0, 1, 12_000].map((count) => t('images', { count }))).toEqual([
    'No images',
    '1 image',
    '12,000 images',
  ])
  expect(t('day', { day: new Date('2026-12-01T00:00:00Z') })).toBe('Ends on Dec 1, 2026')
})

it('puts elements around parts of a text', () => {
  const terms = t.rich('terms', {
    brand: 'Atelier',
    b: createElement('strong'),
    link: createElement('a', { href: '/terms/' }),
  })
  expect(renderToStaticMarkup(terms)).toBe(
    'Read the <a href="/terms/">terms of <strong>Atelier</strong></a> first.',
  )
})

it('refuses an element in braces, of which the page would show source code', () => {
  expect(() => t.rich('braces', { link: createElement('a') })).toThrow(/<link><\/link>/)
})

it('refuses a text that is not there and an argument that is missing', () => {
  expect(() => t('nowhere')).toThrow('There is no text nowhere in en')
  expect(() => t('images')).toThrow(/count/)
})

it('follows the rules of another language, and shows English where that has no file', () => {
  const { textsIn } = textsOf('shop', { images: 'English' })
  const file = compiled({ images: '{count, plural, one {# Bild} other {# Bilder}}' })
  provideMessages({ '/web/messages/de/shop.json': file })
  expect(textsIn('en')('images')).toBe('English')
  expect(textsIn('de')('images', { count: 12_000 })).toBe('12.000 Bilder')
  expect(textsIn('fr')('images')).toBe('English')
})

it('gives a whole file in another language, with English where that has no text', () => {
  const english = { title: 'Pricing', description: 'What it costs.' }
  provideMessages({
    '/web/messages/en/pages/pricing.json': english,
    '/web/messages/de/pages/pricing.json': { title: 'Preise' },
  })
  expect(inLanguage(english, 'es')).toEqual(english)
  expect(() => inLanguage({ ...english }, 'de')).toThrow('no English file')
  expect(inLanguage(english, 'de')).toEqual({
    title: 'Preise',
    description: 'What it costs.',
  })
})
