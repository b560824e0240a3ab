import { expect, test } from 'vitest'
import { parseServerAddress } from './server-address.ts'

test.each([
  ['http://127.0.0.1:7860', {}],
  ['http://127.0.0.1:7860/', {}],
  ['http://me:a%40b@127.0.0.1:7860', { authorization: `Basic ${btoa('me:a@b')}` }],
  ['http://:token@127.0.0.1:7860', { authorization: 'Bearer token' }],
])('%s', (text, headers) => {
  const address = parseServerAddress(text)
  expect(address).toMatchObject({ url: 'http://127.0.0.1:7860', label: '127.0.0.1:7860', headers })
  expect(address.key).toBe(parseServerAddress('http://127.0.0.1:7860').key)
  expect(address.key).toMatch(/^[0-9a-f]{8}$/)
})

test('another server has another key', () => {
  const [one, other] = ['https://gpu.example/a', 'https://gpu.example/b'].map(parseServerAddress)
  expect(one?.key).not.toBe(other?.key)
})
