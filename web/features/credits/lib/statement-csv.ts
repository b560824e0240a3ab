import type { CreditEntry } from '#contract/credits.ts'

const COLUMNS = [
  'id',
  'created_at',
  'kind',
  'amount',
  'captured',
  'balance_after',
  'text',
  'job',
  'image',
  'payment',
] as const satisfies (keyof CreditEntry)[]

/** Spreadsheets run cells that begin like a formula; a quote before them makes them text. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The lines as CSV (RFC 4180) with a heading, in the order given. */
export function statementCsv(entries: readonly CreditEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map((column) => cell(entry[column])).join(','))
  return [COLUMNS.join(','), ...lines, ''].join('\r\n')
}
