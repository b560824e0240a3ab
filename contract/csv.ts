export type CsvValue = string | number | boolean | null

/** Spreadsheets run cells that begin like a formula; a quote before them makes them text. */
const isFormula = (text: string): boolean => /^[\s\p{Cf}]*[=+\-@|%]|^[\t\r\n]/u.test(text)

function cell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets take it, at the start of a file, as a sign that it is UTF-8. */
export const CSV_MARK = '\uFEFF'

/** One row of a CSV (RFC 4180), with its end. */
export const csvRow = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`
