/** How far inside and outside of the outline colours are compared, cells. */
const AWAY = 5
/** Colours nearer to each other, of 255, can hardly be told apart. */
const FAINT = 20
/** Half-way between foreground and background. */
const HALF = 0.5

/**
 * Returns which share of the outline has nearly one colour on both sides, 0 to 1: white paper on white. Where it lies is
 * guessed there.
 *
 * @param values certainty of each cell of a square grid
 * @param pixels red, green and blue of each of its cells
 */
export function faintShareOfOutline(
  values: Float32Array,
  pixels: Uint8Array,
  edge: number,
): number {
  let [faint, all] = [0, 0]
  const room = AWAY + 2
  for (let y = room; y < edge - room; y++)
    for (let x = room; x < edge - room; x++) {
      const at = y * edge + x
      if (values[at]! < HALF) continue
      for (const step of [1, -1, edge, -edge]) {
        if (values[at + step]! >= HALF) continue
        all++
        const [inside, outside] = [at - (AWAY - 1) * step, at + (AWAY + 1) * step]
        if (apart(pixels, edge, inside, outside) < FAINT) faint++
      }
    }
  return all === 0 ? 0 : faint / all
}

/** The most that the means of two squares of nine cells differ in a colour. */
function apart(pixels: Uint8Array, edge: number, a: number, b: number): number {
  let most = 0
  for (let c = 0; c < 3; c++) {
    let sum = 0
    for (let row = -edge; row <= edge; row += edge)
      for (let i = row - 1; i <= row + 1; i++)
        sum += pixels[3 * (a + i) + c]! - pixels[3 * (b + i) + c]!
    most = Math.max(most, Math.abs(sum) / 9)
  }
  return most
}
