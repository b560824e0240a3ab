import { expect, test } from 'vitest'
import { inEnglish, inLanguage } from '#server/texts/index.ts'
import { sayInvoiceLine } from './say-invoice-line.ts'

test.each([
  ['Pro plan, yearly', 'Pro plan, yearly', 'Plan Pro, anual'],
  [
    'Unused time on Basic plan, monthly after Nov 5, 2026',
    'Unused time on Basic plan, monthly after Nov 5, 2026',
    'Plan Basic, mensual: tiempo sin usar después del 5 nov 2026',
  ],
  // As Stripe writes days.
  [
    'Remaining time on Pro plan from 05 Nov 2026',
    'Remaining time on Pro plan from Nov 5, 2026',
    'Plan Pro: tiempo restante desde el 5 nov 2026',
  ],
  [
    'Remaining time on 2 × Seats from then',
    'Remaining time on 2 × Seats from then',
    'Remaining time on 2 × Seats from then',
  ],
  ['Tax', 'Tax', 'Tax'],
])('a line of an invoice, "%s"', (written, english, spanish) => {
  const { text, amount } = sayInvoiceLine({ text: written, amount: 5 })
  expect([inEnglish(text), amount]).toEqual([english, 5])
  expect(inLanguage('es', text)).toBe(spanish)
})
