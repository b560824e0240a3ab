import { describe, expect, it } from 'vitest'
import type { ForegroundMap } from '../pictures/foreground-map.ts'
import { refineEdges } from './refine-edges.ts'

const EDGE = 96
const DISC = 24
/** A disc with gaps two to four cells inside its edge. */
const WHOLE = 40
/** Longest strand beyond the disc, cells. */
const STRAND = 3
const HAIR = [0.25, 0.15, 0.1] as const

/** A disc that the network has found, with thin strands around it that it has not. */
function discWithStrands(background: (x: number, y: number) => readonly number[]) {
  const values = new Float32Array(EDGE * EDGE)
  const guide = new Float32Array(3 * EDGE * EDGE)
  const strands: number[] = []
  const gaps: number[] = []
  for (let y = 0; y < EDGE; y++)
    for (let x = 0; x < EDGE; x++) {
      const cell = y * EDGE + x
      const distance = Math.hypot(x - 48, y - 48)
      const isStrand = y % 6 === 0 && distance >= DISC && distance < DISC + STRAND
      values[cell] = distance < DISC ? 1 : 0
      guide.set(distance < DISC || isStrand ? HAIR : background(x, y), 3 * cell)
      if (isStrand) strands.push(cell)
      else if (y % 6 === 3 && distance >= DISC + 1 && distance < DISC + STRAND) gaps.push(cell)
    }
  const map: ForegroundMap = { values, width: EDGE, height: EDGE }
  const refined = refineEdges(map, guide).values
  const mean = (cells: number[]): number =>
    cells.reduce((sum, cell) => sum + refined[cell]!, 0) / cells.length
  return { strands: mean(strands), gaps: mean(gaps) }
}

/** A disc that the network has found as a whole, with gaps near its edge that it has not seen; how much of them is left. */
function discWithGaps(
  inside: readonly number[],
  background: readonly number[],
  gap: readonly number[] = background,
) {
  const values = new Float32Array(EDGE * EDGE)
  const guide = new Float32Array(3 * EDGE * EDGE)
  const [gaps, solid]: [number[], number[]] = [[], []]
  for (let y = 0; y < EDGE; y++)
    for (let x = 0; x < EDGE; x++) {
      const cell = y * EDGE + x
      const distance = Math.hypot(x - 48, y - 48)
      values[cell] = distance < WHOLE ? 1 : 0
      const isEdge = distance >= WHOLE - 4 && distance < WHOLE - 2
      const isGap = y % 4 === 0 && isEdge
      if (isGap) gaps.push(cell)
      else if (isEdge && y % 4 === 2) solid.push(cell)
      guide.set(isGap ? gap : distance < WHOLE ? inside : background, 3 * cell)
    }
  const refined = refineEdges({ values, width: EDGE, height: EDGE }, guide).values
  const mean = (cells: number[]): number =>
    cells.reduce((sum, cell) => sum + refined[cell]!, 0) / cells.length
  return { gaps: mean(gaps), solid: mean(solid) }
}

/** Colour of a cell, certainty of the network, and whether its result is looked at. */
type Drawn = readonly [colour: readonly number[], certainty: number, isLookedAt: boolean]

/** Draws a scene of 320 cells an edge, and returns the mean of the cells that are looked at. */
function meanIn(draw: (x: number, y: number) => Drawn): number {
  const edge = 320
  const values = new Float32Array(edge * edge)
  const guide = new Float32Array(3 * edge * edge)
  const lookedAt: number[] = []
  for (let cell = 0; cell < values.length; cell++) {
    const [colour, certainty, isLookedAt] = draw(cell % edge, Math.floor(cell / edge))
    values[cell] = certainty
    guide.set(colour, 3 * cell)
    if (isLookedAt) lookedAt.push(cell)
  }
  const refined = refineEdges({ values, width: edge, height: edge }, guide).values
  return lookedAt.reduce((sum, cell) => sum + refined[cell]!, 0) / lookedAt.length
}

const grey = (value: number): readonly number[] => [value, value, value]

describe('edges of what is cut out', () => {
  it('follow thin strands that the network has not seen', () => {
    const { strands, gaps } = discWithStrands(() => [0.5, 0.7, 0.9])
    expect(strands).toBeGreaterThan(0.5)
    expect(gaps).toBeLessThan(0.05)
  })

  it('stay where the network saw them if the background has the colours of the hair', () => {
    const { strands, gaps } = discWithStrands((x, y) =>
      (x + y) % 8 < 4 ? [0.27, 0.17, 0.12] : [0.9, 0.85, 0.8],
    )
    expect(strands).toBeLessThan(0.25)
    expect(gaps).toBeLessThan(0.15)
  })

  it('let through what has the colour of the background between curls', () => {
    const { gaps, solid } = discWithGaps(HAIR, [0.5, 0.7, 0.9])
    expect(gaps).toBeLessThan(0.2)
    expect(solid).toBeGreaterThan(0.95)
  })

  it('let nothing through where subject and background have nearly one colour', () => {
    const { gaps } = discWithGaps([0.3, 0.3, 0.3], [0.22, 0.22, 0.24])
    expect(gaps).toBeGreaterThan(0.95)
  })

  it('leave hair whole that shines in the colour of the background', () => {
    const sky = [0.5, 0.7, 0.9]
    const shine = HAIR.map((one, c) => 0.75 * one + 0.25 * sky[c]!)
    expect(discWithGaps(HAIR, sky, shine).gaps).toBeGreaterThan(0.95)
  })

  it('leave short dark hair whole between a light face and dark ground', () => {
    const ring = meanIn((x, y) => {
      const distance = Math.hypot(x - 160, y - 160)
      if (distance < 80) return [grey(0.7), 1, false]
      return distance < 88 ? [grey(0.2), 1, true] : [grey(0.05), 0, false]
    })
    expect(ring).toBeGreaterThan(0.95)
  })

  it('leave an arm whole that is darker than all else of the subject', () => {
    const arm = meanIn((x, y) => {
      const isTorso = x > 100 && x < 220 && y > 60 && y < 260
      const isArm = x >= 220 && x < 300 && y > 150 && y < 164
      if (isTorso) return [grey(0.9), 1, false]
      if (!isArm) return [grey(0.1), 0, false]
      return [grey(0.3), 1, x > 232 && x < 290 && y > 152 && y < 162]
    })
    expect(arm).toBeGreaterThan(0.95)
  })

  it('follow strands on things that are thin all over', () => {
    const strands = meanIn((x, y) => {
      const isWithin = x > 40 && x < 280 && y < 260
      if (isWithin && y > 60 && x % 24 < 10) return [HAIR, 1, false]
      const isStrand = isWithin && y >= 54 && y <= 60 && x % 24 === 5
      return [isStrand ? HAIR : [0.5, 0.7, 0.9], 0, isStrand]
    })
    expect(strands).toBeGreaterThan(0.7)
  })
})
