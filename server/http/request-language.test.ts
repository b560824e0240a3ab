import { expect, it } from 'vitest'
import { languageOf } from './request-language.ts'

const OFFERED = ['en', 'es']

it.each([
  ['the page that asks', { 'x-page-url': 'https://a.example/es/pricing?x=1' }, 'es'],
  ['the page, also inside of the server', { 'x-page-url': '/es' }, 'es'],
  [
    'an English page, whatever the browser would like',
    { 'x-page-url': 'https://a.example/pricing', cookie: 'language=es', 'accept-language': 'es' },
    'en',
  ],
  ['a page whose address begins alike', { 'x-page-url': '/estudios' }, 'en'],
  ['no address at all', { 'x-page-url': 'http://[' }, 'en'],
  [
    'a page that cannot say it',
    { referer: 'https://a.example/es/library', host: 'a.example', 'accept-language': 'en' },
    'es',
  ],
  [
    'nobody, for a page of another site',
    { referer: 'https://b.example/es', host: 'a.example', 'accept-language': 'en' },
    'en',
  ],
  ['what somebody chose', { cookie: 'a=b; language=es', 'accept-language': 'en' }, 'es'],
  ['a choice that is not offered', { cookie: 'language=fr', 'accept-language': 'es' }, 'es'],
  ['the first that is offered', { 'accept-language': 'fr-FR, es-MX;q=0.9, en;q=0.8' }, 'es'],
  ['nothing', {}, 'en'],
])('reads the language of %s', (_of, headers, language) => {
  expect(languageOf({ headers }, OFFERED)).toBe(language)
})

it('knows only English where nothing else is offered', () => {
  expect(languageOf({ headers: { 'x-page-url': '/es', cookie: 'language=es' } }, ['en'])).toBe('en')
})
