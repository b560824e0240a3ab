import type { Planes } from '../../diffusion/networks.ts'
import type { PictureSize } from '../../diffusion/picture-size.ts'
import { reachedFromFrame } from './foreground.ts'

/** Share of a thing's height that is taken as its foot. */
const FOOT = 0.3
/** Least width of a shadow, however thin the foot, as a share of the thing's width. */
const NARROWEST = 0.5
/** Wider than the foot, and as flat as the ground is seen. */
const [WIDER, FLAT] = [1.4, 0.26]
/** Share of the shorter edge that shows only backdrop at the frame, by which the backdrop is told from things later. */
const FRAME = 0.05
/** Share of the light that is taken away where a shadow is darkest. */
const DARKEST = 0.6

/**
 * What is behind a thing with the soft shadow that falls on the ground under it and ends within the frame.
 *
 * @param thing on white, of the same size
 */
export function castShadow(behind: Planes, thing: Planes): Planes {
  const { width, height } = behind
  const foot = footOf(thing)
  if (!foot) return behind
  const { middle, bottom } = foot
  const across = foot.half * WIDER
  const down = across * FLAT
  const frame = FRAME * Math.min(width, height)
  const fit = (reach: number, room: number) => Math.max(1, Math.min(reach, room - frame))
  const [left, right] = [fit(across, middle), fit(across, width - 1 - middle)]
  const below = fit(down, height - 1 - bottom)
  const area = width * height
  const data = behind.data.slice()
  for (let at = 0; at < area; at++) {
    const x = (at % width) - middle
    const y = Math.floor(at / width) - bottom
    const away = (x / (x < 0 ? left : right)) ** 2 + (y / (y > 0 ? below : down)) ** 2
    if (!(away < 1)) continue
    const light = 1 - DARKEST * (1 - away) ** 2
    for (let i = at; i < data.length; i += area) data[i] = (data[i]! + 1) * light - 1
  }
  return { ...behind, data }
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Where a thing stands: the middle and half the width of its lowest part, and its last line; null if nothing is there. */
function footOf(thing: Planes): { middle: number; half: number; bottom: number } | null {
  const outside = reachedFromFrame(thing)
  const whole = boxFrom(outside, thing, 0)
  if (!whole) return null
  const { left, right, top, bottom } = whole
  const foot = boxFrom(outside, thing, Math.ceil(bottom - FOOT * (bottom - top)))!
  const least = NARROWEST * (right - left + 1)
  return {
    middle: (foot.left + foot.right) / 2,
    half: Math.max(least, foot.right - foot.left + 1) / 2,
    bottom,
  }
}

/** What of a thing is in a line and those below; null for nothing. */
function boxFrom(outside: Uint8Array, { width, height }: PictureSize, line: number): Box | null {
  const box = { left: width, right: -1, top: height, bottom: -1 }
  for (let at = line * width; at < outside.length; at++) {
    if (outside[at] === 1) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = y
  }
  return box.bottom < 0 ? null : box
}
