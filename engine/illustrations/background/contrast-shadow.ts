import type { Planes } from '../../diffusion/networks.ts'
import { distances } from '../../diffusion/source/distance.ts'
import { reachedFromFrame } from './foreground.ts'

/** Colours nearer than this, of values in [-1, 1], are hard to tell apart. */
const ALIKE = 0.7
/** Where more than this share of a thing's edge is like what is behind it, it would melt into that. */
const MOST_ALIKE = 0.15
/** Shares of the shorter edge: how deep a thing's edge is, and how far a shadow reaches. */
const [RIM, REACH] = [0.03, 0.05]
/** Strength of the shadow beside the thing, in values of [-1, 1]. */
const SHADE = 0.6
/** On average; what is darker is made lighter around a thing. */
const DARK = -0.4

/**
 * What is behind things with a soft shadow around them (a soft light where it is dark) if they would melt into it: "a sunflower on a
 * yellow background".
 *
 * @param things on white
 * @param behind of the same size
 */
export function withContrastShadow(behind: Planes, things: Planes): Planes {
  const { width, height } = things
  const area = width * height
  const outside = reachedFromFrame(things)
  const edge = Math.min(width, height)
  const inward = distances(outside, things)
  let [rim, alike, light] = [0, 0, 0]
  for (let at = 0; at < area; at++) {
    if (inward[at] === 0 || inward[at]! > RIM * edge) continue
    let apart = 0
    for (let i = at; i < things.data.length; i += area) {
      apart += (things.data[i]! - behind.data[i]!) ** 2
      light += behind.data[i]! / 3
    }
    rim++
    if (apart < ALIKE ** 2) alike++
  }
  if (rim === 0 || alike <= MOST_ALIKE * rim) return behind
  const shade = light / rim < DARK ? SHADE : -SHADE
  const outward = distances(
    outside.map((value) => 1 - value),
    things,
  )
  const data = behind.data.map((value, i) => {
    const part = outside[i % area] === 1 ? Math.max(0, 1 - outward[i % area]! / (REACH * edge)) : 1
    return Math.min(1, Math.max(-1, value + shade * part ** 2))
  })
  return { ...behind, data }
}
