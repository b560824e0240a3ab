import { describe, expect, it } from 'vitest'
import { safePath } from '#contract/safe-path.ts'
import { nextPathOf } from './safe-path.ts'

describe('safePath', () => {
  it.each(['/', '/user/dashboard', '/text-to-image?prompt=a%20fox#x'])('takes %s', (path) => {
    expect(safePath(path)).toBe(path)
  })

  it.each([
    null,
    '',
    'user',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
  ])('refuses %j', (path) => {
    expect(safePath(path)).toBeNull()
  })
})

describe('nextPathOf', () => {
  it('reads nextUrl before next, and skips what is unsafe', () => {
    expect(nextPathOf(new URLSearchParams('nextUrl=/a&next=/b'))).toBe('/a')
    expect(nextPathOf(new URLSearchParams('nextUrl=//evil.example&next=/b'))).toBe('/b')
    expect(nextPathOf(new URLSearchParams())).toBeNull()
  })
})
