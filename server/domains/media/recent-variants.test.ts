import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRecentVariants } from './recent-variants.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('recent variants', () => {
  it('are found for a minute, however often they are asked for', () => {
    vi.useFakeTimers()
    const recent = createRecentVariants()
    recent.remember('a/1', Buffer.from('x'))
    vi.advanceTimersByTime(59_000)
    expect(recent.find('a/1')?.toString()).toBe('x')
    vi.advanceTimersByTime(1_000)
    expect(recent.find('a/1')).toBeNull()
  })

  it('make room by dropping what was not used for longest', () => {
    const recent = createRecentVariants()
    const megabyte = Buffer.alloc(1024 * 1024)
    for (let i = 0; i < 64; i++) recent.remember(`a/${i}`, megabyte)
    recent.find('a/0')
    recent.remember('a/new', megabyte)
    expect(recent.find('a/0')).not.toBeNull()
    expect(recent.find('a/1')).toBeNull()
    expect(recent.find('a/2')).not.toBeNull()
    // Replacing an entry takes no more room.
    recent.remember('a/new', megabyte)
    expect(recent.find('a/3')).not.toBeNull()
  })

  it('leave out what is too large and forget a folder', () => {
    const recent = createRecentVariants()
    recent.remember('large', Buffer.alloc(1024 * 1024 + 1))
    expect(recent.find('large')).toBeNull()
    for (const key of ['a/1', 'a/2', 'ab/1']) recent.remember(key, Buffer.from(key))
    recent.forget('a/')
    expect([recent.find('a/1'), recent.find('a/2')]).toEqual([null, null])
    expect(recent.find('ab/1')).not.toBeNull()
  })
})
