/** Peak signal-to-noise ratio of two pictures of one size, decibels; Infinity for equal ones. */
export function psnrOf(a: Uint8Array, b: Uint8Array): number {
  let squares = 0
  for (let i = 0; i < a.length; i++) squares += (a[i]! - b[i]!) ** 2
  return 10 * Math.log10((255 ** 2 * a.length) / squares)
}
