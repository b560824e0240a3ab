/** Spreadsheets run cells that begin like a formula; a quote before them makes them text. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180) with a heading, in the order given. */
export function toCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [columns.join(','), ...rows.map((row) => row.map(cell).join(',')), ''].join('\r\n')
}

/** Hands a CSV to the browser as a download, its name followed by the day. */
export function saveCsv(name: string, csv: string): void {
  // Spreadsheets take the mark at the start as a sign that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
