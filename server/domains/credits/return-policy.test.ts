import { describe, expect, it } from 'vitest'
import { decideReturn } from './return-policy.ts'

const EXPIRY = new Date('2026-11-10T12:00:00Z')
const EXTENDED = new Date('2026-11-17T12:00:00Z')
const BEFORE = new Date('2026-11-10T11:00:00Z')
const AFTER = new Date('2026-11-12T00:00:00Z')
const LONG_AFTER = new Date('2026-11-17T12:00:00Z')

const plain = { expiresAt: EXPIRY, extendedFrom: null }
const extended = { expiresAt: EXTENDED, extendedFrom: EXPIRY }

describe('credits that come back to their lot', () => {
  it('live on while the lot lives, whatever the cause', () => {
    for (const cause of ['cancelled', 'blocked', 'failed', 'unused'] as const) {
      const when = { cause, takenAt: BEFORE, now: BEFORE }
      expect(decideReturn(plain, when)).toEqual({ fate: 'live' })
      expect(decideReturn({ expiresAt: null, extendedFrom: null }, when).fate).toBe('live')
    }
  })

  it('expire at once after a cancel: holding and cancelling prolongs nothing', () => {
    for (const cause of ['cancelled', 'blocked', 'unused'] as const) {
      expect(decideReturn(plain, { cause, takenAt: BEFORE, now: AFTER }).fate).toBe('expire')
    }
  })

  it('live until seven days past the original expiry when we failed', () => {
    const decision = decideReturn(plain, { cause: 'failed', takenAt: BEFORE, now: AFTER })
    expect(decision).toEqual({ fate: 'extend', until: EXTENDED })
  })

  it('are gone when the seven days are over: a failure that comes late counts from the same day', () => {
    const late = { cause: 'failed', takenAt: BEFORE, now: LONG_AFTER } as const
    expect(decideReturn(plain, late).fate).toBe('expire')
  })

  it('get no second extension', () => {
    const again = { cause: 'failed', takenAt: AFTER, now: LONG_AFTER } as const
    expect(decideReturn(extended, again).fate).toBe('expire')
  })

  it('do not slip into the extra days of another job by a cancel', () => {
    const held = { cause: 'cancelled', takenAt: BEFORE, now: AFTER } as const
    expect(decideReturn(extended, held).fate).toBe('expire')
    expect(decideReturn(extended, { ...held, cause: 'failed' }).fate).toBe('live')
  })

  it('keep the extra days when they were taken within them', () => {
    const held = { cause: 'cancelled', takenAt: AFTER, now: AFTER } as const
    expect(decideReturn(extended, held).fate).toBe('live')
  })
})
