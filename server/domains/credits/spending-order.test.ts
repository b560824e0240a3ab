import { describe, expect, it } from 'vitest'
import { inSpendingOrder, type SpendableLot, takeCredits } from './spending-order.ts'

const SOON = new Date('2026-11-10T00:00:00Z')
const LATE = new Date('2026-12-01T00:00:00Z')

function lot(id: string, kind: SpendableLot['kind'], expiresAt: Date | null, available = 10) {
  return { id, kind, expiresAt, available }
}

describe('spending order', () => {
  it('takes what expires soonest first and packs, which never expire, last', () => {
    const lots = [lot('pack', 'pack', null), lot('plan', 'plan', LATE), lot('free', 'free', SOON)]
    expect(inSpendingOrder(lots).map(({ id }) => id)).toEqual(['free', 'plan', 'pack'])
  })

  it('takes bonus, free, plan, grant, pack at equal expiry', () => {
    const kinds = ['pack', 'grant', 'plan', 'free', 'bonus'] as const
    const order = ['bonus', 'free', 'plan', 'grant', 'pack']
    const expiring = inSpendingOrder(kinds.map((kind) => lot(kind, kind, SOON)))
    const lasting = inSpendingOrder(kinds.map((kind) => lot(kind, kind, null)))
    expect(expiring.map(({ kind }) => kind)).toEqual(order)
    expect(lasting.map(({ kind }) => kind)).toEqual(order)
  })

  it('goes over from lot to lot and says what is missing', () => {
    const lots = [lot('b', 'plan', LATE, 5), lot('a', 'free', SOON, 3)]
    expect(takeCredits(lots, 4)).toEqual({
      parts: [
        { lot: 'a', kind: 'free', amount: 3 },
        { lot: 'b', kind: 'plan', amount: 1 },
      ],
      missing: 0,
    })
    expect(takeCredits(lots, 10).missing).toBe(2)
  })
})
