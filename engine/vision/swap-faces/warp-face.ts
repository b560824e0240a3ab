import Delaunator from 'delaunator'
import { addSample, type Box, type Point, type RgbPicture } from '../pictures/rgb-picture.ts'

/** A triangle of the source this much smaller than the target's shows too little, and from here on enough. */
const HIDDEN_BELOW = 0.3
const SHOWN_FROM = 0.6

export interface WarpedFace {
  /** 0 to 255, three for each pixel of the region; those outside the mesh are NaN. */
  colours: Float32Array
  /** How much of each pixel the source shows, 0 to 1: a cheek that is turned away is not seen. */
  shown: Float32Array
}

/**
 * Brings a face into the shape and place of another: the target's mesh is cut into triangles (Delaunay), and each is
 * filled from the same triangle of the source's mesh.
 *
 * @param region part of the target picture to fill
 * @returns what the source shows there
 */
export function warpFace(
  source: RgbPicture,
  sourceMesh: readonly Point[],
  targetMesh: readonly Point[],
  region: Box,
): WarpedFace {
  const count = region.width * region.height
  const warped = {
    colours: new Float32Array(3 * count).fill(Number.NaN),
    shown: new Float32Array(count),
  }
  const { triangles } = new Delaunator(targetMesh.flatMap(({ x, y }) => [x, y]))
  const all = Array.from({ length: triangles.length / 3 }, (_, i) =>
    triangles.slice(3 * i, 3 * i + 3),
  )
  const areaIn = (mesh: readonly Point[], corners: Uint32Array): number => {
    const [a, b, c] = [mesh[corners[0]!]!, mesh[corners[1]!]!, mesh[corners[2]!]!]
    return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
  }
  const whole = (mesh: readonly Point[]): number =>
    all.reduce((sum, corners) => sum + Math.abs(areaIn(mesh, corners)), 0)
  const scale = whole(targetMesh) / whole(sourceMesh)
  for (const corners of all) {
    // What is seen from its side in the source is stretched; what is turned away is turned inside out.
    const part = (areaIn(sourceMesh, corners) * scale) / areaIn(targetMesh, corners)
    const shown = Math.min(1, Math.max(0, (part - HIDDEN_BELOW) / (SHOWN_FROM - HIDDEN_BELOW)))
    fillTriangle(
      warped,
      region,
      Array.from(corners, (corner) => targetMesh[corner]!),
      Array.from(corners, (corner) => sourceMesh[corner]!),
      source,
      shown,
    )
  }
  return warped
}

function fillTriangle(
  { colours, shown: shownAt }: WarpedFace,
  region: Box,
  target: readonly Point[],
  from: readonly Point[],
  source: RgbPicture,
  shown: number,
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
      const at = (y - region.y) * region.width + x - region.x
      colours.set(sum, 3 * at)
      shownAt[at] = shown
    }
}
