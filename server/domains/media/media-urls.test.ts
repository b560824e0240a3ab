import { describe, expect, it } from 'vitest'
import { remainingValidity, type Scope, signedMediaUrl } from './media-urls.ts'

const HOUR = 3600_000
const secret = Buffer.alloc(32, 7)
const now = Date.UTC(2026, 4, 16, 12)

function parts(url: string): { key: string; exp: string; sig: string } {
  const { pathname, searchParams } = new URL(url, 'http://x')
  return {
    key: pathname.slice('/media/'.length),
    exp: searchParams.get('exp') ?? '',
    sig: searchParams.get('sig') ?? '',
  }
}

describe('signed addresses', () => {
  it('are valid for 24 to 48 hours, whenever they are made', () => {
    for (let hour = 0; hour < 72; hour++) {
      const made = now + hour * HOUR + 1234
      const { key, ...signature } = parts(signedMediaUrl(secret, { key: 'p/a.png' }, made))
      expect(key).toBe('p/a.png')
      const remaining = remainingValidity(secret, { key, scopes: ['media'] }, signature, made) ?? 0
      expect(remaining).toBeGreaterThanOrEqual(24 * HOUR)
      expect(remaining).toBeLessThanOrEqual(48 * HOUR)
    }
  })

  it('stay the same for hours and do not all change at once', () => {
    const changes = (key: string): number[] => {
      const urls = Array.from({ length: 49 }, (_, i) =>
        signedMediaUrl(secret, { key }, now + i * HOUR),
      )
      return urls.flatMap((url, i) => (i > 0 && url !== urls[i - 1] ? [i] : []))
    }
    expect(changes('p/a.png')).toHaveLength(2)
    const firstChanges = Array.from({ length: 20 }, (_, i) => changes(`p/${i}.png`)[0])
    expect(new Set(firstChanges).size).toBeGreaterThan(5)
  })

  it('are refused for another key, time, signature or secret, and once they are over', () => {
    const { key, exp, sig } = parts(signedMediaUrl(secret, { key: 'p/a.png' }, now))
    const check = (k: string, e?: string, s?: string, at = now, by = secret) =>
      remainingValidity(by, { key: k, scopes: ['media'] }, { exp: e, sig: s }, at)
    expect(check(key, exp, sig)).not.toBeNull()
    expect(check('p/b.png', exp, sig)).toBeNull()
    expect(check(key, String(Number(exp) + 1), sig)).toBeNull()
    expect(check(key, `0${exp}`, sig)).toBeNull()
    expect(check(key, exp, sig.slice(0, -2))).toBeNull()
    expect(check(key, exp, '')).toBeNull()
    expect(check(key, exp, undefined)).toBeNull()
    expect(check(key, undefined, sig)).toBeNull()
    expect(check(key, exp, sig, now, Buffer.alloc(32, 8))).toBeNull()
    expect(check(key, exp, sig, Number(exp) * 1000 - 1)).toBe(1)
    expect(check(key, exp, sig, Number(exp) * 1000)).toBeNull()
  })

  it('show nothing where they were signed for something else', () => {
    const { key, ...signature } = parts(signedMediaUrl(secret, { key: 'p', scope: 'trash' }, now))
    const check = (...scopes: Scope[]) => remainingValidity(secret, { key, scopes }, signature, now)
    expect(check('trash')).not.toBeNull()
    expect(check('media', 'trash')).not.toBeNull()
    expect(check('media')).toBeNull()
    expect(check()).toBeNull()
  })
})
