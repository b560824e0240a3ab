import type { Planes } from '../../diffusion/networks.ts'
import { reachedFromFrame } from '../background/foreground.ts'

type Colour = [number, number, number]

const ROUNDS = 6
/** Colours nearer than this, of values in [-1, 1], count as one. */
const ALIKE = 0.5
/** Rounds in which a pixel takes the colour that most around it have. */
const SMOOTHINGS = 2

export interface Fills {
  /** Most colours in the result. */
  colours: number
  /** How much more colour they have than before. */
  chroma: number
}

/** The things of a picture on white in few colours, each without shades: as cut from paper. */
export function evenFills(picture: Planes, { colours: most, chroma }: Fills): Planes {
  const { data, width, height } = picture
  const area = width * height
  const outside = reachedFromFrame(picture)
  const inside = [...outside.keys()].filter((at) => outside[at] === 0)
  if (inside.length === 0) return picture
  const shown = new Map(
    inside.map((at): [number, Colour] => [at, [data[at]!, data[at + area]!, data[at + 2 * area]!]]),
  )
  const colours = fewColours([...shown.values()], most)
  const painted = colours.map((colour) => stronger(colour, chroma))
  let fills = new Int16Array(area).fill(-1)
  for (const [at, colour] of shown) fills[at] = nearest(colours, colour).index
  for (let round = 0; round < SMOOTHINGS; round++) {
    const before = fills
    fills = before.slice()
    for (const at of inside) fills[at] = commonest(before, at, width)
  }
  const even = data.slice()
  for (const at of inside)
    for (const [plane, value] of painted[fills[at]!]!.entries()) even[plane * area + at] = value
  return { data: even, width, height }
}

/** By k-means, which begins with colours that are as far from one another as can be: so eyes stay. */
function fewColours(shown: readonly Colour[], most: number): Colour[] {
  const colours: Colour[] = [meanOf(shown)]
  while (colours.length < most) {
    let [furthest, distance] = [shown[0]!, 0]
    for (const colour of shown) {
      const away = nearest(colours, colour).distance
      if (away > distance) [furthest, distance] = [colour, away]
    }
    if (distance < ALIKE) break
    colours.push(furthest)
  }
  for (let round = 0; round < ROUNDS; round++) {
    const groups = colours.map((): Colour[] => [])
    for (const colour of shown) groups[nearest(colours, colour).index]!.push(colour)
    for (const [i, group] of groups.entries()) if (group.length > 0) colours[i] = meanOf(group)
  }
  return colours
}

function nearest(colours: readonly Colour[], [r, g, b]: Colour) {
  const best = { index: 0, distance: Infinity }
  for (const [index, colour] of colours.entries()) {
    const distance = Math.hypot(r - colour[0], g - colour[1], b - colour[2])
    if (distance < best.distance) Object.assign(best, { index, distance })
  }
  return best
}

function meanOf(colours: readonly Colour[]): Colour {
  const sum: Colour = [0, 0, 0]
  for (const colour of colours) for (const i of [0, 1, 2] as const) sum[i] += colour[i]
  return sum.map((value) => value / colours.length) as Colour
}

function stronger(colour: Colour, chroma: number): number[] {
  const grey = (colour[0] + colour[1] + colour[2]) / 3
  return colour.map((value) => Math.max(-1, Math.min(1, grey + chroma * (value - grey))))
}

/** The most frequent fill of a pixel and the eight around it. */
function commonest(fills: Int16Array, at: number, width: number): number {
  const counts = new Map<number, number>()
  for (const beside of [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1]) {
    const fill = fills[at + beside] ?? -1
    if (fill >= 0) counts.set(fill, (counts.get(fill) ?? 0) + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}
