/**
 * Number that stands in a field; null: nothing, or no number yet. While somebody types, Mantine's field gives a text for what ends
 * with a zero behind the point, such as `31.00`.
 */
export function typedNumber(value: number | string): number | null {
  const text = String(value).trim()
  const number = Number(text)
  return text === '' || !Number.isFinite(number) ? null : number
}
