import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

test.each([
  ['easel.localhost:3000', '/login', 'http://easel.localhost:3000/login'],
  [undefined, '/login', 'http://localhost/login'],
  ['localhost', '//evil.example/x', 'http://localhost//evil.example/x'],
  ['a b', '/login', 'http://localhost/login'],
  ['<script>', '/login', 'http://localhost/login'],
  ['localhost:99999', '/login', 'http://localhost/login'],
  ['someone@localhost', '/login', 'http://localhost/login'],
  ['someone:secret@localhost', '/login', 'http://localhost/login'],
])('host %s and path %s', (host, path, address) => {
  expect(pageAddress('http', host, path)).toBe(address)
  // What the renderer does with it must not throw.
  expect(new Request(address).url).toBe(address)
})
