import { shareOfOutline } from './share-of-outline.ts'

/** How far inside and outside of the outline colours are compared, cells. */
const AWAY = 5
/** Colours nearer to each other, of 255, can hardly be told apart. */
const FAINT = 20

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
  return shareOfOutline(values, edge, AWAY + 2, (at, step) => {
    const [inside, outside] = [at - (AWAY - 1) * step, at + (AWAY + 1) * step]
    return apart(pixels, edge, inside, outside) < FAINT
  })
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
