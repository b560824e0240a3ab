import type { Business } from '#contract/admin-business.ts'

const FORMATS: Record<Business['by'], Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit', hour12: false },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
}

/** How an hour, day or month is called; days begin at midnight UTC, as those of the figures do. */
export const bucketName = (by: Business['by'], at: string): string =>
  new Intl.DateTimeFormat('en', { ...FORMATS[by], timeZone: 'UTC' }).format(new Date(at))
