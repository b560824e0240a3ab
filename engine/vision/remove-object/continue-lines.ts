import { connectedParts } from '../../diffusion/source/connected-parts.ts'
import type { Point, RgbPicture } from '../pictures/rgb-picture.ts'

/** Pixels next to the hole that are passed over: they may show the rest of what is removed. */
const MARGIN = 2
/** A line is looked for on both sides of the hole over so many pixels along it. */
const SEEN = 8
/** A line stands out from what is so far to both of its sides, pixels. */
const SIDES = { from: 4, to: 6 }
/** Part of the places around a hole that no line goes through. */
const MOST_PLACES = 0.9
/** A line stands out by so many times as much as these places do, at both of its ends, and by so much of 255. */
const CLEAR = { usual: 2.5, least: 4 }
/** Shares of a line's colour that the pixels beside its middle get, by their distance. */
const FADES = [1, 1, 0.6, 0.2]
/** Pixels of the largest hole. */
const LARGEST = 20_000
/**
 * Pixels from the middle of a part of a hole to its farthest one, at most: the work grows with their square, however thin
 * the part is.
 */
const FARTHEST = 200

/** A part of a hole in lines of one direction. */
interface Cut {
  along: Point
  middle: Point
  /** By the distance from the middle, across: where the line enters the hole and where it leaves it. */
  chords: Map<number, { from: number; to: number }>
}

/** Lines through a part of a hole, by their distances from its middle. */
interface Found {
  cut: Cut
  lines: number[]
}

/** Red, green and blue at both ends of a chord. */
type Ends = readonly [number[], number[]]

/**
 * Continues thin lines through a hole: a seam, a wire, a crack. What stands out from both of its sides where it enters the hole
 * and where it leaves it goes on between. Patches rarely do that, for few of them show the line.
 *
 * Each connected part of the hole has lines of its own.
 *
 * @param hole 1 in the hole, else 0
 * @param filled red, green and blue of each pixel with the hole filled
 * @returns the same with the lines; `filled` itself where there is none
 */
export function continueLines(
  picture: RgbPicture,
  hole: Uint8Array,
  filled: Float32Array,
  signal: AbortSignal,
): Float32Array {
  const { width } = picture
  const size = hole.reduce((sum, value) => sum + Number(value !== 0), 0)
  if (size > LARGEST) return filled
  let colours = filled
  for (const part of connectedParts(hole, picture, 'corners')) {
    const inside = part.map((at) => ({ x: at % width, y: Math.floor(at / width) }))
    const found = findLines(picture, hole, inside, signal)
    if (!found) continue
    if (colours === filled) colours = Float32Array.from(filled)
    drawLines(picture, hole, filled, inside, found, colours)
  }
  return colours
}

/** Draws lines through a part of the hole. @param colours what is drawn on */
function drawLines(
  picture: RgbPicture,
  hole: Uint8Array,
  filled: Float32Array,
  inside: readonly Point[],
  { cut, lines }: Found,
  colours: Float32Array,
): void {
  for (const place of inside) {
    const { across, along } = placeIn(cut, place)
    const t = Math.round(across)
    const line = lines.find((one) => Math.abs(one - t) < FADES.length)
    const chord = cut.chords.get(t)
    const own = line !== undefined && chord && endsAt(picture, hole, cut, t)
    const beside = own && sidesOf(picture, hole, cut, line)
    if (!own || !beside || !chord) continue
    const share = Math.min(
      1,
      Math.max(0, (along - chord.from) / Math.max(1, chord.to - chord.from)),
    )
    const to = 3 * (place.y * picture.width + place.x)
    for (let c = 0; c < 3; c++) {
      const [enters, leaves] = [own[0][c]! - beside[0][c]!, own[1][c]! - beside[1][c]!]
      const ground = groundAt(filled, picture, cut, place, line - across, c)
      const wanted = ground + (1 - share) * enters + share * leaves
      colours[to + c]! += FADES[Math.abs(t - line)]! * (wanted - filled[to + c]!)
    }
  }
}

/** Finds the direction in which a line stands out most, with all lines of that direction; null: there is none. */
function findLines(
  picture: RgbPicture,
  hole: Uint8Array,
  inside: readonly Point[],
  signal: AbortSignal,
): Found | null {
  const middle = {
    x: inside.reduce((sum, { x }) => sum + x, 0) / inside.length,
    y: inside.reduce((sum, { y }) => sum + y, 0) / inside.length,
  }
  const reach = Math.max(...inside.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y)))
  if (reach > FARTHEST) return null
  const turns = Math.ceil((Math.PI * (reach + SEEN)) / 0.7)
  const usual: number[] = []
  let best: { cut: Cut; strengths: Map<number, number>; most: number } | null = null
  for (let turn = 0; turn < turns; turn++) {
    signal.throwIfAborted()
    const angle = (turn * Math.PI) / turns
    const cut = cutInLines({ x: Math.cos(angle), y: Math.sin(angle) }, middle, inside)
    const strengths = new Map<number, number>()
    for (const t of cut.chords.keys()) {
      const own = endsAt(picture, hole, cut, t)
      const beside = own && sidesOf(picture, hole, cut, t)
      if (!own || !beside) continue
      const [a, b] = [lightOf(own[0]) - lightOf(beside[0]), lightOf(own[1]) - lightOf(beside[1])]
      usual.push(Math.abs(a), Math.abs(b))
      strengths.set(t, a * b > 0 ? Math.min(Math.abs(a), Math.abs(b)) : 0)
    }
    const most = Math.max(0, ...strengths.values())
    if (most > (best?.most ?? 0)) best = { cut, strengths, most }
  }
  if (!best || usual.length === 0) return null
  const { cut, strengths, most } = best
  const clear = Math.max(CLEAR.least, CLEAR.usual * quantile(usual, MOST_PLACES))
  if (most < clear) return null
  const lines = [...strengths].filter(
    ([t, strength]) =>
      strength >= clear && [t - 1, t + 1].every((next) => (strengths.get(next) ?? 0) <= strength),
  )
  return { cut, lines: lines.map(([t]) => t) }
}

function cutInLines(along: Point, middle: Point, inside: readonly Point[]): Cut {
  const cut: Cut = { along, middle, chords: new Map() }
  for (const place of inside) {
    const { across, along: s } = placeIn(cut, place)
    const chord = cut.chords.get(Math.round(across))
    if (!chord) cut.chords.set(Math.round(across), { from: s, to: s })
    else {
      chord.from = Math.min(chord.from, s)
      chord.to = Math.max(chord.to, s)
    }
  }
  return cut
}

function placeIn({ along, middle }: Cut, { x, y }: Point): { across: number; along: number } {
  const [dx, dy] = [x - middle.x, y - middle.y]
  return { across: dy * along.x - dx * along.y, along: dx * along.x + dy * along.y }
}

/** Returns the mean colours before a chord enters the hole and after it leaves it; null where that is hidden too. */
function endsAt(
  picture: RgbPicture,
  hole: Uint8Array,
  { along, middle, chords }: Cut,
  t: number,
  chord = chords.get(t),
): Ends | null {
  if (!chord) return null
  const ends: Ends = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (const [end, colour] of ends.entries())
    for (let i = 1; i <= SEEN; i++) {
      const s = end === 0 ? chord.from - MARGIN - i : chord.to + MARGIN + i
      const x = Math.round(middle.x + s * along.x - t * along.y)
      const y = Math.round(middle.y + s * along.y + t * along.x)
      const at = y * picture.width + x
      if (x < 0 || y < 0 || x >= picture.width || y >= picture.height || hole[at] !== 0) return null
      for (let c = 0; c < 3; c++) colour[c]! += picture.data[3 * at + c]! / SEEN
    }
  return ends
}

/** Returns the colours beside a line at both of its ends: those of the side that is nearer to it in light. */
function sidesOf(picture: RgbPicture, hole: Uint8Array, cut: Cut, line: number): Ends | null {
  const chord = cut.chords.get(line)
  const own = endsAt(picture, hole, cut, line)
  if (!chord || !own) return null
  const sides: Ends[] = []
  for (const side of [-1, 1]) {
    const mean: Ends = [
      [0, 0, 0],
      [0, 0, 0],
    ]
    const count = SIDES.to - SIDES.from + 1
    for (let away = SIDES.from; away <= SIDES.to; away++) {
      const ends = endsAt(picture, hole, cut, line + side * away, chord)
      if (!ends) return null
      for (const end of [0, 1] as const)
        for (let c = 0; c < 3; c++) mean[end][c]! += ends[end][c]! / count
    }
    sides.push(mean)
  }
  const nearer = (end: 0 | 1): number[] => {
    const [a, b] = [sides[0]![end], sides[1]![end]]
    const apart = (side: number[]): number => lightOf(own[end]) - lightOf(side)
    // An edge stands out from one side alone.
    if (apart(a) * apart(b) <= 0) return own[end]
    return Math.abs(apart(a)) < Math.abs(apart(b)) ? a : b
  }
  return [nearer(0), nearer(1)]
}

/** Returns the mean of what was filled in to both sides of a line. */
function groundAt(
  filled: Float32Array,
  { width, height }: RgbPicture,
  { along }: Cut,
  { x, y }: Point,
  toLine: number,
  c: number,
): number {
  let sum = 0
  for (const side of [-1, 1])
    for (let away = SIDES.from; away <= SIDES.to; away++) {
      const t = toLine + side * away
      const column = Math.min(width - 1, Math.max(0, Math.round(x - t * along.y)))
      const row = Math.min(height - 1, Math.max(0, Math.round(y + t * along.x)))
      sum += filled[3 * (row * width + column) + c]!
    }
  return sum / (2 * (SIDES.to - SIDES.from + 1))
}

/** Rec. 601. */
const lightOf = ([red, green, blue]: readonly number[]): number =>
  0.299 * red! + 0.587 * green! + 0.114 * blue!

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!
