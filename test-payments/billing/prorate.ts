/** A span of paid time, in Unix seconds. */
interface Span {
  start: number
  end: number
}

/**
 * The part of a period's amount that belongs to the time from `at` to its end: by the second, rounded to the cent.
 * @param amount cents of the whole period
 */
export function remainingAmount(amount: number, { start, end }: Span, at: number): number {
  // Exact: amounts of many digits times many seconds leave the range of safe numbers.
  const [numerator, denominator] = [BigInt(amount) * BigInt(end - at), BigInt(end - start)]
  return Number((numerator * 2n + denominator) / (denominator * 2n))
}
