import type { Portrait } from './cut-portrait.ts'

const SOLID = 128
/** So much of the middle of a face, and of what carries it, is opaque at least. */
const LEAST_FACE = 0.94
const LEAST_NECK = 0.3
/** Where the neck is looked for, below the chin, and how far beside the face, as parts of its height and width. */
const NECK = { below: 0.22, beside: 0.25 }
/** The part of the face's box that is skin on every face. */
const MIDDLE = 0.8

/** Says why a person that was cut out is not to be shown, for the log; null: it may be. */
export function judgePortrait({ picture, opacity, face: { box } }: Portrait): string | null {
  const { width, height } = picture
  const shareOf = (counts: (u: number, v: number) => boolean): number => {
    let [solid, all] = [0, 0]
    const [left, right] = [box.x - NECK.beside * box.width, box.x + (1 + NECK.beside) * box.width]
    const bottom = Math.min(height, box.y + (1 + NECK.below) * box.height)
    for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y++)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
        if (!counts((x - box.x) / box.width, (y - box.y) / box.height)) continue
        all++
        if (opacity[y * width + x]! >= SOLID) solid++
      }
    return all === 0 ? 1 : solid / all
  }
  const face = shareOf((u, v) => Math.hypot(u - 0.5, v - 0.5) < MIDDLE / 2)
  if (face < LEAST_FACE) return `only ${(100 * face).toFixed(0)} % of the face are opaque`
  const neck = shareOf((_, v) => v > 1 + NECK.below / 2)
  return neck < LEAST_NECK
    ? `only ${(100 * neck).toFixed(0)} % of what is below the face are opaque`
    : null
}
