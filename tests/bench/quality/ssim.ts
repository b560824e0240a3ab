/** Window's edge and steadying constants as in Wang, Bovik, Sheikh and Simoncelli 2004, with even weights. */
const WINDOW = 8
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

/**
 * Structural similarity of two square pictures (red, green, blue), on their lightness: 1 for the same, 0 for nothing in
 * common. The mean over windows four pixels apart.
 */
export function ssim(a: Uint8Array, b: Uint8Array, edge: number): number {
  const [light, other] = [lightness(a), lightness(b)]
  let [sum, count] = [0, 0]
  for (let y = 0; y + WINDOW <= edge; y += 4)
    for (let x = 0; x + WINDOW <= edge; x += 4) {
      sum += likenessAt(light, other, y * edge + x, edge)
      count++
    }
  return sum / count
}

function likenessAt(a: Float32Array, b: Float32Array, start: number, edge: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let j = 0; j < WINDOW; j++)
    for (let i = 0; i < WINDOW; i++) {
      const [p, q] = [a[start + j * edge + i]!, b[start + j * edge + i]!]
      sumA += p
      sumB += q
      squaresA += p * p
      squaresB += q * q
      products += p * q
    }
  const count = WINDOW ** 2
  const [meanA, meanB] = [sumA / count, sumB / count]
  const variances = squaresA / count - meanA ** 2 + squaresB / count - meanB ** 2
  const covariance = products / count - meanA * meanB
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA ** 2 + meanB ** 2 + C1) * (variances + C2))
  )
}

/** Luma of BT.601. */
function lightness(data: Uint8Array): Float32Array {
  return Float32Array.from(
    { length: data.length / 3 },
    (_, pixel) =>
      0.299 * data[3 * pixel]! + 0.587 * data[3 * pixel + 1]! + 0.114 * data[3 * pixel + 2]!,
  )
}
