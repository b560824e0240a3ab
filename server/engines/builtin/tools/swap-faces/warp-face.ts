import Delaunator from 'delaunator'
import { addSample, type Box, type Point, type RgbPicture } from '../pictures/rgb-picture.ts'

/**
 * Brings a face into the shape and place of another: the target's mesh is cut into triangles (Delaunay), and each is
 * filled from the same triangle of the source's mesh.
 *
 * @param region part of the target picture to fill
 * @returns colours 0 to 255, three for each pixel of the region; those outside the mesh are NaN
 */
export function warpFace(
  source: RgbPicture,
  sourceMesh: readonly Point[],
  targetMesh: readonly Point[],
  region: Box,
): Float32Array {
  const warped = new Float32Array(3 * region.width * region.height).fill(Number.NaN)
  const { triangles } = new Delaunator(targetMesh.flatMap(({ x, y }) => [x, y]))
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!]
    fillTriangle(
      warped,
      region,
      corners.map((corner) => targetMesh[corner]!),
      corners.map((corner) => sourceMesh[corner]!),
      source,
    )
  }
  return warped
}

function fillTriangle(
  warped: Float32Array,
  region: Box,
  target: readonly Point[],
  from: readonly Point[],
  source: RgbPicture,
): void {
  const [a, b, c] = target as [Point, Point, Point]
  const area = (b.y - c.y) * (a.x - c.x) + (c.x - b.x) * (a.y - c.y)
  if (Math.abs(area) < 1e-9) return
  const [left, right] = [Math.min(a.x, b.x, c.x), Math.max(a.x, b.x, c.x)]
  const [top, bottom] = [Math.min(a.y, b.y, c.y), Math.max(a.y, b.y, c.y)]
  const sum = new Float64Array(3)
  const rows = [
    Math.max(region.y, Math.floor(top)),
    Math.min(region.y + region.height - 1, Math.ceil(bottom)),
  ]
  const columns = [
    Math.max(region.x, Math.floor(left)),
    Math.min(region.x + region.width - 1, Math.ceil(right)),
  ]
  for (let y = rows[0]!; y <= rows[1]!; y++)
    for (let x = columns[0]!; x <= columns[1]!; x++) {
      const u = ((b.y - c.y) * (x - c.x) + (c.x - b.x) * (y - c.y)) / area
      const v = ((c.y - a.y) * (x - c.x) + (a.x - c.x) * (y - c.y)) / area
      const w = 1 - u - v
      if (Math.min(u, v, w) < -1e-4) continue
      sum.fill(0)
      const [p, q, r] = from as [Point, Point, Point]
      const place = {
        x: Math.min(source.width - 1, Math.max(0, u * p.x + v * q.x + w * r.x)),
        y: Math.min(source.height - 1, Math.max(0, u * p.y + v * q.y + w * r.y)),
      }
      addSample(source, place, sum)
      warped.set(sum, 3 * ((y - region.y) * region.width + x - region.x))
    }
}
