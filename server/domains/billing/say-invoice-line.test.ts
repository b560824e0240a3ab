import { expect, test } from 'vitest'
import { inEnglish, inLanguage } from '#server/texts/index.ts'
import { sayInvoiceLine } from './say-invoice-line.ts'

const at = new Date('2026-11-05T10:00:00Z')

test.each([
  [
    { plan: 'basic', time: 'unused', at },
    'Unused time on Basic plan after Nov 5, 2026',
    'Plan Basic: tiempo sin usar después del 5 nov 2026',
  ],
  [
    { plan: 'pro', time: 'remaining', at },
    'Remaining time on Pro plan from Nov 5, 2026',
    'Plan Pro: tiempo restante desde el 5 nov 2026',
  ],
  [null, 'As Stripe words it', 'As Stripe words it'],
] as const)('a line of an invoice, %o', (change, english, spanish) => {
  const { text, amount } = sayInvoiceLine({ text: 'As Stripe words it', amount: 5, change })
  expect([inEnglish(text), amount]).toEqual([english, 5])
  expect(inLanguage('es', text)).toBe(spanish)
})
