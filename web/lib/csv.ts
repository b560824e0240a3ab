import { CSV_MARK, csvRow, type CsvValue } from '#contract/csv.ts'

/** Rows as CSV with a heading, in the order given. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [columns, ...rows].map(csvRow).join('')

/** Hands a CSV to the browser as a download, its name followed by the day. */
export function saveCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([CSV_MARK, csv], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
