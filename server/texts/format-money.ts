import { localeOf } from './compile-messages.ts'

/** An amount in the smallest unit of its currency: `$29.00`, `¥660`; in Spanish `29,00 $` */
export function formatMoney(amount: number, currency: string, language = 'en'): string {
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
