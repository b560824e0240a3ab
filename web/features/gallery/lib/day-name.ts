import { byLanguage } from '#web/lib/format.ts'
import type { GalleryTexts } from '../texts.ts'

const DAY_MS = 86_400_000
const thisYear = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' }),
)
const otherYears = byLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))

/**
 * What people call a day: `Today`, `Yesterday`, `Monday, March 2`, and `March 2, 2025` of another year.
 * @param day year * 10000 + month * 100 + day, on the reader's clock
 */
export function dayName(day: number, t: GalleryTexts, now = new Date()): string {
  const date = new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  // Days of a change of clocks are an hour shorter or longer.
  const ago = Math.round((midnight.getTime() - date.getTime()) / DAY_MS)
  if (ago === 0) return t('dayName.today')
  if (ago === 1) return t('dayName.yesterday')
  return (date.getFullYear() === now.getFullYear() ? thisYear : otherYears)().format(date)
}
