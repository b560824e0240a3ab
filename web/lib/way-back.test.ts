import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepWayBack, readWayBack } from './way-back.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('way back', () => {
  it('is kept for a day', () => {
    keepWayBack('/pricing?plan=pro&period=yearly')
    vi.advanceTimersByTime(86_399_000)
    expect(readWayBack()).toBe('/pricing?plan=pro&period=yearly')
    vi.advanceTimersByTime(2_000)
    expect(readWayBack()).toBeNull()
  })

  it('is gone when it is taken back', () => {
    keepWayBack('/pricing')
    keepWayBack(null)
    expect(readWayBack()).toBeNull()
  })

  it('leads nowhere else, whatever is stored', () => {
    for (const text of [
      'null',
      '{',
      '7',
      '{"path":"//evil.example","at":9e15}',
      '{"path":1,"at":1}',
    ]) {
      stored.set('wayBack', text)
      expect(readWayBack()).toBeNull()
    }
  })

  it('does without storage', () => {
    vi.stubGlobal('localStorage', undefined)
    keepWayBack('/pricing')
    expect(readWayBack()).toBeNull()
  })
})
