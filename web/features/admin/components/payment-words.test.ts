import { expect, test } from 'vitest'
import { stateOf } from './payment-words.ts'

const PAID = { status: 'paid', amount: 999, refunded: 0, dispute: null } as const

test.each([
  ['Paid', PAID],
  ['Paid', { ...PAID, amount: 0 }],
  ['Partly refunded', { ...PAID, refunded: 998 }],
  ['Refunded', { ...PAID, refunded: 999 }],
  ['Disputed', { ...PAID, refunded: 100, dispute: 'open' }],
  ['Dispute lost', { ...PAID, dispute: 'lost' }],
  ['Paid', { ...PAID, dispute: 'won' }],
  ['Sent back', { ...PAID, status: 'rejected', refunded: 999 }],
  ['Canceled', { ...PAID, status: 'void' }],
] as const)('says %s', (label, payment) => {
  expect(stateOf(payment).label).toBe(label)
})
