import type { RgbPicture } from '#engine/vision/pictures/rgb-picture.ts'

/** How much a pixel at a distance counts, and from where on none does. */
interface Kernel {
  reach: number
  weight(distance: number): number
}

/** Keys 1981, a = -0.5. */
export const BICUBIC: Kernel = {
  reach: 2,
  weight: (distance) => {
    const d = Math.abs(distance)
    if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1
    return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0
  },
}

/** Of three lobes. */
export const LANCZOS: Kernel = {
  reach: 3,
  weight: (distance) => {
    if (Math.abs(distance) < 1e-8) return 1
    const angle = Math.PI * distance
    return Math.abs(distance) < 3 ? (3 * Math.sin(angle) * Math.sin(angle / 3)) / angle ** 2 : 0
  },
}

/** Enlarges a square picture by a kernel, its border repeated. The image library enlarges by Lanczos as by bicubic. */
export function enlargePlainly(
  { data, width: edge }: RgbPicture,
  factor: number,
  kernel: Kernel,
): Uint8Array {
  const large = edge * factor
  const rows = alongLines(Float64Array.from(data), kernel, factor, {
    edge,
    lines: edge,
    from: { step: 3, line: 3 * edge },
    to: { step: 3, line: 3 * large },
  })
  const all = alongLines(rows, kernel, factor, {
    edge,
    lines: large,
    from: { step: 3 * large, line: 3 },
    to: { step: 3 * large, line: 3 },
  })
  return Uint8Array.from(all, (value) => Math.round(Math.min(255, Math.max(0, value))))
}

interface Lines {
  edge: number
  lines: number
  from: { step: number; line: number }
  to: { step: number; line: number }
}

function alongLines(
  values: Float64Array,
  { reach, weight }: Kernel,
  factor: number,
  { edge, lines, from, to }: Lines,
): Float64Array {
  const enlarged = new Float64Array(values.length * factor)
  for (let i = 0; i < edge * factor; i++) {
    const centre = (i + 0.5) / factor - 0.5
    const taps = Array.from({ length: 2 * reach }, (_, k) => Math.floor(centre) - reach + 1 + k)
    const weights = taps.map((tap) => weight(centre - tap))
    const total = weights.reduce((sum, one) => sum + one, 0)
    for (let line = 0; line < lines; line++)
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (const [k, tap] of taps.entries()) {
          const place = Math.min(edge - 1, Math.max(0, tap))
          sum += weights[k]! * values[place * from.step + line * from.line + c]!
        }
        enlarged[i * to.step + line * to.line + c] = sum / total
      }
  }
  return enlarged
}
