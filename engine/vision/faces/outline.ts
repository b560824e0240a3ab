import type { Face } from './face.ts'
import type { Point } from '../pictures/rgb-picture.ts'

/** The outline of a face from the left of its forehead to the right, by the chin, as indexes of the mesh. */
const OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148,
  176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
]

/** The outline of a face with its forehead; empty where nothing is known but its box. */
export const outlineOf = ({ mesh }: Pick<Face, 'mesh'>): Point[] =>
  mesh.length === 0 ? [] : OVAL.map((index) => mesh[index]!)

/** Whether a place is inside an outline, by the number of edges that a ray to the right crosses. */
export function isInside(outline: readonly Point[], { x, y }: Point): boolean {
  let inside = false
  for (const [i, a] of outline.entries()) {
    const b = outline[(i + outline.length - 1) % outline.length]!
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
