import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { offerFor } from './use-offers-on-refusal.ts'

const refusal = (code: string) => new ApiError({ status: 402, body: null, header: () => code })
const free = { isPaid: false, canBuy: true, showsOwnErrors: false }
const paid = { isPaid: true, canBuy: true, showsOwnErrors: false }

describe('offerFor', () => {
  it.each([
    ['plan_required', 'upgrade', 'upgrade'],
    ['not_enough_credits', 'upgrade', 'credits'],
    ['queue_full', 'upgrade', null],
    ['conflict', null, null],
  ])('answers %s with %s to free and %s to paid people', (code, toFree, toPaid) => {
    expect(offerFor(refusal(code), free)).toBe(toFree)
    expect(offerFor(refusal(code), paid)).toBe(toPaid)
  })

  it('leaves a full queue to the page that says so itself', () => {
    expect(offerFor(refusal('queue_full'), { ...free, showsOwnErrors: true })).toBeNull()
  })

  it.each(['plan_required', 'not_enough_credits', 'queue_full'])(
    'offers nothing for %s to an account that may not buy',
    (code) => {
      expect(offerFor(refusal(code), { ...free, canBuy: false })).toBeNull()
      expect(offerFor(refusal(code), { ...paid, canBuy: false })).toBeNull()
    },
  )

  it('has nothing for what is no refusal', () => {
    expect(offerFor(new Error('Network Error'), free)).toBeNull()
  })
})
