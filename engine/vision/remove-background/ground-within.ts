import { fillEnclosed } from './fill-enclosed.ts'

/** A cell that became so much more certain because it is enclosed was half seen. */
const RAISED = 0.2
/** Half-way between foreground and background. */
const HALF = 0.5
/** Cells from here on are the subject's, and up to here the ground's, where colours are compared. */
const SURE = { subject: 0.8, ground: 0.1 }
/** Colours are compared along so many rays, in steps and up to a distance, cells. */
const RAYS = { count: 8, step: 2, reach: 60 }
/** A cell is the ground's if it differs from the ground by less than this part of what it differs from the subject by. */
const NEARER = 0.7

/**
 * Returns the share of what was found that is half seen, enclosed by the subject and has the ground's colour: the inside of a
 * handle, a gap between curls. It will be taken for the subject's.
 *
 * @param values certainty of each cell of a square grid
 * @param pixels red, green and blue of each of its cells
 */
export function groundWithin(values: Float32Array, pixels: Uint8Array, edge: number): number {
  const filled = fillEnclosed(values, edge, edge)
  let [ground, found] = [0, 0]
  for (const [cell, value] of filled.entries()) {
    if (value > HALF) found++
    if (value - values[cell]! >= RAISED && isGround(cell, values, pixels, edge)) ground++
  }
  return found === 0 ? 0 : ground / found
}

/** Whether a cell has the colour of what is surely the ground around it, rather than that of the subject. */
function isGround(cell: number, values: Float32Array, pixels: Uint8Array, width: number): boolean {
  const [subject, ground] = [new NearColour(), new NearColour()]
  const [x, y] = [cell % width, Math.floor(cell / width)]
  for (let ray = 0; ray < RAYS.count; ray++) {
    const angle = (2 * Math.PI * ray) / RAYS.count
    for (let far = RAYS.step; far <= RAYS.reach; far += RAYS.step) {
      const column = x + Math.round(far * Math.cos(angle))
      const at = (y + Math.round(far * Math.sin(angle))) * width + column
      const value = values[at]
      if (column < 0 || column >= width || value === undefined) break
      if (value > SURE.subject) subject.add(pixels, at, far)
      else if (value < SURE.ground) ground.add(pixels, at, far)
    }
  }
  return ground.awayFrom(pixels, cell) < NEARER * subject.awayFrom(pixels, cell)
}

/** The mean colour of some cells, the nearer the more. */
class NearColour {
  readonly #sums = [0, 0, 0]
  #weight = 0

  add(pixels: Uint8Array, at: number, far: number): void {
    for (let c = 0; c < 3; c++) this.#sums[c]! += pixels[3 * at + c]! / far
    this.#weight += 1 / far
  }

  /** Returns the most that a cell differs from it in a colour; infinite where it has no cells. */
  awayFrom(pixels: Uint8Array, at: number): number {
    if (this.#weight === 0) return Infinity
    return Math.max(
      ...this.#sums.map((sum, c) => Math.abs(pixels[3 * at + c]! - sum / this.#weight)),
    )
  }
}
