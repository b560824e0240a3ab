import type { CreditEntry } from '#contract/credits.ts'
import { toCsv } from '#web/lib/csv.ts'

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

/** The lines as CSV with a heading, in the order given. */
export function statementCsv(entries: readonly CreditEntry[]): string {
  const rows = entries.map((entry) => COLUMNS.map((column) => entry[column]))
  return toCsv(COLUMNS, rows)
}
