import compile from 'icu-minify/compile'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createTexts, textsOf } from './texts.ts'

const compiled = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compile(text)]))

const t = createTexts(
  compiled({
    plain: 'Log in',
    images: '{count, plural, =0 {No images} one {# image} other {# images}}',
    day: 'Ends on {day, date, ::yMMMd}',
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

it('refuses a text that is not there and an argument that is missing', () => {
  expect(() => t('nowhere')).toThrow('There is no text nowhere in en')
  expect(() => t('images')).toThrow(/count/)
})

it('follows the rules of another language, loaded once', async () => {
  let loads = 0
  const { textsIn, ready } = textsOf('shop', { images: 'English' }, async (language) => {
    loads++
    const file = compiled({ images: '{count, plural, one {# Bild} other {# Bilder}}' })
    return language === 'de' ? file : undefined
  })
  expect(textsIn('de')('images')).toBe('English')
  await Promise.all([ready('de'), ready('de'), ready('fr'), ready('en')])
  expect(textsIn('de')('images', { count: 12_000 })).toBe('12.000 Bilder')
  expect(textsIn('fr')('images')).toBe('English')
  expect(loads).toBe(2)
})
