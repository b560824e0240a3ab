import { create } from 'zustand'
import type { Stroke, ObjectAction } from '#web/features/generate/mask/mask-painting.ts'
import type { Side } from '#web/features/tool-page/frame/comparison.ts'

/** What brings the original back on a cut-out, or takes it away. */
export type TouchUpAction = Stroke | ObjectAction

/** A cut-out that was corrected by hand: a PNG of the cut-out's size in the browser's memory. */
export interface TouchUp extends Side {
  /** What was painted on the cut-out as it was made, the oldest first. */
  strokes: readonly TouchUpAction[]
}

/** By id of the cut-out, until the page is loaded again: somebody may look at another job and come back. */
const useTouchUps = create<Readonly<Record<string, TouchUp | null>>>()(() => ({}))

/** What a cut-out was made into by hand. */
export const useTouchUp = (imageId: string): TouchUp | null =>
  useTouchUps((touchUps) => touchUps[imageId] ?? null)

/** Keeps what a cut-out was made into; null: it is as it was made. */
export function keepTouchUp(imageId: string, touched: TouchUp | null): void {
  const before = useTouchUps.getState()[imageId]
  useTouchUps.setState({ [imageId]: touched })
  if (before) URL.revokeObjectURL(before.url)
}
