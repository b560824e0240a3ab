import type { Planes } from '../../diffusion/networks.ts'

/** Where a thing stands: centre and size in shares of half the shorter edge (0 is the middle), turned and mirrored. */
export interface Spot {
  x: number
  y: number
  /** 1 fills the shorter edge. */
  scale: number
  degrees: number
  mirrored: boolean
}

/** In shares of half the shorter edge: what is around the middle. */
interface Extent {
  left: number
  right: number
  top: number
  bottom: number
}

/** A part of the room: its middle, and half its width and height. */
interface Slot {
  x: number
  y: number
  width: number
  height: number
}

/** Pixels lighter than this in all three channels, of values in [-1, 1], are not looked at, because decoded white is not even. */
const WHITE = 0.7
/** Between a thing and the edge of its room. */
const MARGIN = 0.06
/** How much of the size that would fit is used, because pictures of the store have some white around them. */
const FILLED = 0.95
/** What is wide stands larger in a wide room, but not larger than this. */
const LARGEST = 1.35

/**
 * Places for things, redrawn for every seed: each time another drawing, not the picture from the store at its
 * own place again. None touches the edge of the room, and a wide or high room is used.
 *
 * @param things pictures that stand on white
 * @param aspect of the room, width to height
 */
export function layOut(things: readonly Planes[], aspect: number, uniform: () => number): Spot[] {
  const between = (low: number, high: number): number => low + (high - low) * uniform()
  const mirrored = uniform() < 0.4
  const room = { width: Math.max(1, aspect), height: Math.max(1, 1 / aspect) }
  const spot = (x: number, y: number, scale: number): Spot => ({
    x,
    y,
    scale,
    degrees: between(-10, 10),
    mirrored,
  })
  if (things.length === 0) return []
  if (things.length === 1) {
    const scale = between(0.78, 0.96)
    const around = 0.8 * (1 - scale)
    const x = between(-around, around) * room.width
    const y = between(-around, around) * room.height
    return fitAll(things, [spot(x, y, scale)], [{ x: 0, y: 0, ...room }], scale)
  }
  const slots = slotsFor(things.length, aspect)
  const half = Math.min(slots[0]!.width, slots[0]!.height)
  const share = things.length === 2 ? between(0.88, 1.04) : between(0.84, 0.94)
  const shifted = (value: number): number => value + between(-0.04, 0.04)
  const spots = slots.map(({ x, y }) => spot(shifted(x), shifted(y), share * half))
  return fitAll(things, spots, slots, share)
}

/** Side by side where there is room, else one above the other; three stand in a triangle and four in a square where the room is neither wide nor high. */
function slotsFor(count: number, aspect: number): Slot[] {
  const [width, height] = [Math.max(1, aspect), Math.max(1, 1 / aspect)]
  if (count === 4 && aspect > 1 / 2 && aspect < 2) {
    const half = { width: width / 2, height: height / 2 }
    return [-1, 1].flatMap((y) =>
      [-1, 1].map((x) => ({ x: x * half.width, y: y * half.height, ...half })),
    )
  }
  if (count === 3 && aspect > 2 / 3 && aspect < 1.5) {
    const half = { width: width / 2, height: height / 2 }
    return [
      { x: -half.width, y: 0.9 * half.height, ...half },
      { x: half.width, y: 0.9 * half.height, ...half },
      { x: 0, y: -0.9 * half.height, ...half },
    ]
  }
  const wide = aspect >= 0.8
  return Array.from({ length: count }, (_, i) => {
    const at = (2 * i + 1) / count - 1
    return wide
      ? { x: at * width, y: 0, width: width / count, height }
      : { x: 0, y: at * height, width, height: height / count }
  })
}

/**
 * Enlarges what leaves much of its slot free, and brings back what is beyond its edge: all things by the same factor.
 *
 * @param share of what would fit that they are to have
 */
function fitAll(
  things: readonly Planes[],
  spots: readonly Spot[],
  slots: readonly Slot[],
  share: number,
): Spot[] {
  const extents = spots.map((spot, i) => extentOf(things[i]!, { ...spot, x: 0, y: 0 }))
  const fits = extents.map(({ left, right, top, bottom }, i) => {
    const { width, height } = slots[i]!
    return Math.min(
      (2 * (width - MARGIN)) / Math.max(right - left, 1e-3),
      (2 * (height - MARGIN)) / Math.max(bottom - top, 1e-3),
    )
  })
  const fit = Math.min(...fits)
  const factor = Math.min(fit, Math.max(1, Math.min(LARGEST, FILLED * share * fit)))
  return spots.map((spot, i) => {
    const { left, right, top, bottom } = extents[i]!
    const slot = slots[i]!
    const within = (at: number, low: number, high: number): number =>
      low > high ? (low + high) / 2 : Math.min(high, Math.max(low, at))
    return {
      ...spot,
      scale: spot.scale * factor,
      x: within(
        spot.x,
        slot.x - slot.width + MARGIN - left * factor,
        slot.x + slot.width - MARGIN - right * factor,
      ),
      y: within(
        spot.y,
        slot.y - slot.height + MARGIN - top * factor,
        slot.y + slot.height - MARGIN - bottom * factor,
      ),
    }
  })
}

/** How far a thing reaches at a spot; the way back of what `composePictures` looks up. */
function extentOf({ data, width, height }: Planes, spot: Spot): Extent {
  const area = width * height
  const angle = (spot.degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) * spot.scale, Math.sin(angle) * spot.scale]
  const turn = spot.mirrored ? -1 : 1
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < area; at++) {
    if (Math.min(data[at]!, data[at + area]!, data[at + 2 * area]!) > WHITE) continue
    const down = (2 * (Math.floor(at / width) + 0.5)) / height - 1
    const across = turn * ((2 * ((at % width) + 0.5)) / width - 1)
    const x = spot.x + cos * across - sin * down
    const y = spot.y + sin * across + cos * down
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return left <= right ? { left, right, top, bottom } : { left: -1, right: 1, top: -1, bottom: 1 }
}
