import { CSV_MARK, csvRow, type CsvValue } from '#contract/csv.ts'
import { saveFile } from './save-file.ts'

/** Rows as CSV with a heading, in the order given. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [columns, ...rows].map(csvRow).join('')

/** Hands a CSV to the browser as a download, its name followed by the day. */
export function saveCsv(name: string, csv: string): void {
  saveFile(
    new Blob([CSV_MARK, csv], { type: 'text/csv;charset=utf-8' }),
    `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
  )
}
