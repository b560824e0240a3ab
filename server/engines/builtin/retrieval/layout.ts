/** Where a thing stands: centre and size in shares of half the shorter edge (0 is the middle), turned and mirrored. */
export interface Spot {
  x: number
  y: number
  /** 1 fills the shorter edge. */
  scale: number
  degrees: number
  /** Wider and lower by this factor, or the other way round below 1. */
  stretch: number
  /** Wider at the bottom than at the top by so much, leaning and bowed to a side. */
  taper: number
  shear: number
  bend: number
  mirrored: boolean
}

/**
 * Places for `count` things, drawn anew for every seed: each time another drawing, not the picture from the store at its
 * own place again.
 */
export function layOut(count: number, aspect: number, uniform: () => number): Spot[] {
  const between = (low: number, high: number): number => low + (high - low) * uniform()
  const mirrored = uniform() < 0.4
  const spot = (x: number, y: number, scale: number): Spot => ({
    x: x * Math.max(1, aspect),
    y: y * Math.max(1, 1 / aspect),
    scale,
    degrees: between(-10, 10),
    stretch: Math.exp(between(-0.13, 0.13)),
    taper: between(-0.08, 0.08),
    shear: between(-0.06, 0.06),
    bend: between(-0.06, 0.06),
    mirrored,
  })
  const shifted = (value: number): number => value + between(-0.04, 0.04)
  if (count <= 1) {
    const scale = between(0.78, 0.96)
    const room = 0.8 * (1 - scale)
    return [spot(between(-room, room), between(-room, room), scale)]
  }
  if (count === 2) {
    const scale = between(0.44, 0.52)
    const [x, y] = aspect < 0.8 ? [0, 0.5] : [0.5, 0]
    return [spot(shifted(-x), shifted(-y), scale), spot(shifted(x), shifted(y), scale)]
  }
  const scale = between(0.42, 0.47)
  return [
    spot(shifted(-0.5), shifted(0.45), scale),
    spot(shifted(0.5), shifted(0.45), scale),
    spot(shifted(0), shifted(-0.45), scale),
  ]
}
