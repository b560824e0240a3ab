import type { Crop } from '../frame/comparison.ts'

/** What stands behind a cut-out. */
export type Backdrop =
  | { kind: 'none' }
  | { kind: 'color'; color: string }
  | { kind: 'gradient'; from: string; to: string }
  /** An image of the person's own; without `id` it is in this browser alone. */
  | { kind: 'image'; url: string; id?: string }

export const COLORS = ['#ffffff', '#0f0e13', '#e64980', '#228be6', '#40c057', '#fab005'] as const
export const GRADIENTS = [
  ['#ffd8a8', '#e64980'],
  ['#a5d8ff', '#5f3dc4'],
  ['#d3f9d8', '#1098ad'],
  ['#f1f3f5', '#adb5bd'],
] as const

/** The shadow below a cut-out, in shares of its height. */
export const SHADOW = { down: 0.02, blur: 0.03, color: 'rgb(0 0 0 / 45%)' }

/** As the value of CSS `background`; the checkerboard is drawn elsewhere. */
export function cssOf(backdrop: Backdrop): string | undefined {
  if (backdrop.kind === 'color') return backdrop.color
  if (backdrop.kind === 'gradient') return `linear-gradient(${backdrop.from}, ${backdrop.to})`
  if (backdrop.kind === 'image') return `center / cover no-repeat url("${backdrop.url}")`
  return undefined
}

/** What a request says of it. */
export function fieldsOf(backdrop: Backdrop): {
  color?: string
  gradient?: { from: string; to: string }
  background_image?: string
} {
  if (backdrop.kind === 'color') return { color: backdrop.color }
  if (backdrop.kind === 'gradient') return { gradient: { from: backdrop.from, to: backdrop.to } }
  if (backdrop.kind === 'image' && backdrop.id !== undefined)
    return { background_image: backdrop.id }
  return {}
}

/** Below this a pixel counts as transparent, of 255. */
const FAINT = 16
/** Room that is left around the subject, as a share of its longer side. */
const MARGIN = 0.04

/**
 * The part of a cut-out that its subject fills.
 * @param pixels RGBA, row by row
 * @param room that is left around it, as a share of its longer side
 */
export function subjectOf(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  room = MARGIN,
): Crop {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixels[(y * width + x) * 4 + 3]! < FAINT) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
  }
  if (right <= left) return { left: 0, top: 0, width: 1, height: 1 }
  const margin = room * Math.max(right - left, bottom - top)
  const from = { x: Math.max(0, left - margin), y: Math.max(0, top - margin) }
  const to = { x: Math.min(width, right + margin), y: Math.min(height, bottom + margin) }
  return {
    left: from.x / width,
    top: from.y / height,
    width: (to.x - from.x) / width,
    height: (to.y - from.y) / height,
  }
}
