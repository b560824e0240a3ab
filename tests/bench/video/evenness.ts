import { median } from '../statistics.ts'

/** Frames that are nearer to each other than this, in decibels, are taken for equal: nobody sees the difference. */
const SAME = 40
/** Frames before and after one that it is compared with. */
const AROUND = 3

/**
 * How far the frame that leaps most falls behind those around it.
 * @param psnrs of each frame and the next, decibels
 */
export function worstLeap(psnrs: readonly number[]): { decibels: number; frame: number } {
  const seen = psnrs.map((one) => Math.min(SAME, one))
  return seen
    .map((own, i) => {
      const around = [
        ...seen.slice(Math.max(0, i - AROUND), i),
        ...seen.slice(i + 1, i + 1 + AROUND),
      ]
      return { decibels: median(around) - own, frame: i + 1 }
    })
    .reduce((worst, next) => (next.decibels > worst.decibels ? next : worst))
}
