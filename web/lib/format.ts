import { localeOf, pageLanguage } from './language.ts'
import { t } from './shared-texts.ts'

/** Makes a format once for each language of a page. */
export function byLanguage<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>()
  return () => {
    const locale = localeOf(pageLanguage())
    const format = made.get(locale) ?? make(locale)
    made.set(locale, format)
    return format
  }
}

/** With the sign that people know: `$` in Spanish too, not `US$`. */
const moneyOf = (currency: string) =>
  ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }) as const

const numbers = byLanguage((locale) => new Intl.NumberFormat(locale))
const dollars = byLanguage((locale) => new Intl.NumberFormat(locale, moneyOf('USD')))
const wholeDollars = byLanguage(
  (locale) => new Intl.NumberFormat(locale, { ...moneyOf('USD'), maximumFractionDigits: 0 }),
)
const days = byLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const utcDays = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)

/** 12345 -> `12,345` */
export const formatNumber = (value: number): string => numbers().format(value)

/** `180 MB`, `1.5 MB`, `2 GB`: as the server counts them. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  const [amount, unit] = megabytes >= 1024 ? [megabytes / 1024, 'GB'] : [megabytes, 'MB']
  return `${amount >= 10 ? Math.round(amount) : Math.round(amount * 10) / 10} ${unit}`
}

/** 1 -> `1 credit`, 40 -> `40 credits` */
export const formatCredits = (credits: number): string => t('credits', { credits })

/** Cents of dollars: 660 -> `$6.60`, 1200 -> `$12.00`, -1200 -> `-$12.00` */
export const formatCents = (cents: number): string => dollars().format(cents / 100)

/** Dollars with so many digits behind the point: (0.006, 4) -> `$0.0060` */
export const formatDollars = (amount: number, digits: number): string =>
  new Intl.NumberFormat(localeOf(pageLanguage()), {
    ...moneyOf('USD'),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)

/** An amount in the smallest unit of a currency: (660, 'eur') -> `€6.60`, (660, 'jpy') -> `¥660` */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(localeOf(pageLanguage()), moneyOf(currency))
  return format.format(amount / 10 ** digitsOf(currency))
}

/** How many digits a currency has behind the point: 2 of dollars, 0 of yen. */
export function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat(localeOf(pageLanguage()), moneyOf(currency))
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** 1200 -> `$12`, 660 -> `$6.60`; in Spanish `12 $`, `6,60 $` */
export const formatCentsShort = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars().format(cents / 100) : formatCents(cents)

/** A day on the reader's clock: `Mar 5, 2026`. For the browser only. */
export const formatDay = (timestamp: string): string => days().format(new Date(timestamp))

/** A day in UTC, as days of money are, and of pages that the server renders: `Mar 5, 2026`. Also for `2026-03-05`. */
export const formatUtcDay = (timestamp: string): string => utcDays().format(new Date(timestamp))

/** The last day (UTC) of something that ends at a time: midnight belongs to the day before. */
export const formatLastDay = (end: string): string => utcDays().format(Date.parse(end) - 1)

const TIME = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
} as const
const times = byLanguage((locale) => new Intl.DateTimeFormat(locale, TIME))
const timesOfOtherYears = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { ...TIME, year: 'numeric' }),
)

const utcTimes = byLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      ...TIME,
      year: 'numeric',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
)

/** Day and time in UTC, as times of money are: `Mar 5, 2026, 14:05 UTC`. */
export const formatUtcTime = (timestamp: string): string => utcTimes().format(new Date(timestamp))

/**
 * Day and time on the reader's clock: `Mar 5, 14:05`, and with its year if it is not this one: `Mar 5, 2025, 14:05`. For
 * the browser only.
 */
export function formatTime(timestamp: string, now = new Date()): string {
  const at = new Date(timestamp)
  return (at.getFullYear() === now.getFullYear() ? times : timesOfOtherYears)().format(at)
}
