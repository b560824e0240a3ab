import { expect, it } from 'vitest'
import { originOfBrand } from './site-origin.ts'

const asked = 'http://other.example:3000/pricing'
const publicUrl = 'https://atelier.example'

it.each([
  [
    'the first of its hosts',
    { id: 'easel', hosts: ['easel.example', 'www.easel.example'] },
    publicUrl,
    'https://easel.example',
  ],
  ['the address of the settings', { id: 'atelier', hosts: [] }, publicUrl, publicUrl],
  [
    'where it was asked, on one machine',
    { id: 'atelier', hosts: [] },
    'http://127.0.0.1:3000',
    'http://other.example:3000',
  ],
  [
    'where it was asked, without hosts',
    { id: 'easel', hosts: [] },
    publicUrl,
    'http://other.example:3000',
  ],
])('a brand is at home at %s', (_where, brand, settings, origin) => {
  expect(originOfBrand(brand, { asked, publicUrl: settings })).toBe(origin)
})
