/** A value as A1111 writes it into its files: with a comma, colon or line break it is quoted as JSON. */
export function quoteValue(value: string): string {
  return /[,:\n]/.test(value) ? JSON.stringify(value) : value
}
