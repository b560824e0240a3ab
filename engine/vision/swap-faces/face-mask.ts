import type { Face } from '../faces/face.ts'
import { isInside } from '../faces/outline.ts'
import type { Box, Point } from '../pictures/rgb-picture.ts'

/** How much of each pixel of a region is replaced: 0 (nothing) to 1. */
export interface Mask {
  region: Box
  values: Float32Array
}

/** The outline of a face below the brows, from temple to temple, as indexes of the mesh. */
const JAW = [
  389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58,
  132, 93, 234, 127, 162,
]
/** The upper edges of both brows, from the picture's left to its right. */
const BROWS = [70, 63, 105, 66, 107, 336, 296, 334, 293, 300]

/** The outline is drawn in by this part of its distance from the middle, so that no background is taken along. */
const INSET = 0.05
/** Brows are included with this part of the face's height above them. */
const ABOVE_BROWS = 0.045
/** Width of the soft edge, as a part of the face's width. */
const FEATHER = 0.07

/** The part of a face that is replaced: brows to chin, soft towards its edge and 0 outside. */
export function maskFace({ mesh, box }: Face): Mask {
  const jaw = JAW.map((index) => mesh[index]!)
  const centre = {
    x: jaw.reduce((sum, { x }) => sum + x, 0) / jaw.length,
    y: jaw.reduce((sum, { y }) => sum + y, 0) / jaw.length,
  }
  const inset = jaw.map(({ x, y }) => ({
    x: centre.x + (x - centre.x) * (1 - INSET),
    y: centre.y + (y - centre.y) * (1 - INSET),
  }))
  const up = upwardOf(mesh)
  const rise = ABOVE_BROWS * box.height
  const brows = BROWS.map((index) => mesh[index]!).map(({ x, y }) => ({
    x: x + up.x * rise,
    y: y + up.y * rise,
  }))
  const outline = [...inset, ...brows]
  const region = regionAround(outline)
  const feather = Math.max(2, FEATHER * box.width)
  const values = new Float32Array(region.width * region.height)
  for (let y = 0; y < region.height; y++)
    for (let x = 0; x < region.width; x++) {
      const place = { x: region.x + x, y: region.y + y }
      if (!isInside(outline, place)) continue
      const depth = Math.min(1, distanceToOutline(outline, place) / feather)
      values[y * region.width + x] = depth * depth * (3 - 2 * depth)
    }
  return { region, values }
}

/** From the chin to the forehead, of length 1. */
function upwardOf(mesh: readonly Point[]): Point {
  const [chin, forehead] = [mesh[152]!, mesh[10]!]
  const length = Math.hypot(forehead.x - chin.x, forehead.y - chin.y)
  return { x: (forehead.x - chin.x) / length, y: (forehead.y - chin.y) / length }
}

function regionAround(points: readonly Point[]): Box {
  const x = Math.floor(Math.min(...points.map((point) => point.x))) - 1
  const y = Math.floor(Math.min(...points.map((point) => point.y))) - 1
  return {
    x,
    y,
    width: Math.ceil(Math.max(...points.map((point) => point.x))) + 2 - x,
    height: Math.ceil(Math.max(...points.map((point) => point.y))) + 2 - y,
  }
}

function distanceToOutline(outline: readonly Point[], place: Point): number {
  let least = Infinity
  for (const [i, a] of outline.entries()) {
    const b = outline[(i + 1) % outline.length]!
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const along = ((place.x - a.x) * dx + (place.y - a.y) * dy) / (dx * dx + dy * dy || 1)
    const t = Math.min(1, Math.max(0, along))
    least = Math.min(least, Math.hypot(place.x - a.x - t * dx, place.y - a.y - t * dy))
  }
  return least
}
