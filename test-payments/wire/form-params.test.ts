import { describe, expect, it } from 'vitest'
import { decodeForm } from './form-params.ts'

describe('decodeForm', () => {
  it.each([
    ['', {}],
    ['a=1&b=two+words', { a: '1', b: 'two words' }],
    ['a[b][c]=1&a[d]=2', { a: { b: { c: '1' }, d: '2' } }],
    ['items[1][price]=y&items[0][price]=x', { items: [{ price: 'x' }, { price: 'y' }] }],
    ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
    ['metadata[key with space]=%F0%9F%98%80', { metadata: { 'key with space': '😀' } }],
    ['metadata=', { metadata: '' }],
    ['__proto__[x]=1', JSON.parse('{"__proto__": {"x": "1"}}')],
  ])('reads %s', (text, params) => {
    expect(decodeForm(text)).toEqual(params)
  })

  it('refuses names without a beginning, and abysses', () => {
    expect(() => decodeForm('[a]=1')).toThrow('Invalid parameter name')
    expect(() => decodeForm(`a${'[b]'.repeat(50)}=1`)).toThrow('Too deeply nested')
  })
})
