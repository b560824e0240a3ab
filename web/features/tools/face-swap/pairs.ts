import type { Face } from '#contract/faces.ts'
import { FACE_LIMITS } from '#contract/values/jobs/face-swap.ts'
import type { ToolTexts } from '#web/features/tool-page/texts.ts'

/** Which face of the source comes in the place of a face of the target; null: that one is kept. By target. */
export type Choices = Readonly<Record<number, number | null>>

export interface Pair {
  source: number
  target: number
}

/** Whether a face is put in the place of another, or is replaced. */
export type Side = 'source' | 'target'

/** Why a face cannot be used on its side; null: it can. */
export const problemOn = (face: Face, side: Side): string | null => face[`${side}_problem`]

const usable = (faces: readonly Face[], side: Side) =>
  faces.filter((face) => problemOn(face, side) === null)

/** The largest face that can be used takes the place of the largest, unless something else is chosen. */
export function pairsOf(
  choices: Choices,
  sources: readonly Face[],
  targets: readonly Face[],
): Pair[] {
  const [first] = usable(sources, 'source')
  if (!first) return []
  return usable(targets, 'target')
    .map(({ index }, place) => {
      const chosen = choices[index]
      const usual = place === 0 ? first.index : null
      return { target: index, source: chosen === undefined ? usual : chosen }
    })
    .filter((pair): pair is Pair => pair.source !== null)
    .slice(0, FACE_LIMITS.pairs)
}

/** Why none of an image's faces can be used on its side; null when one can. */
export function problemOf(faces: readonly Face[], side: Side, t: ToolTexts): string | null {
  const [largest] = faces
  if (!largest) return t('faceInput.noFace')
  return usable(faces, side).length === 0 ? problemOn(largest, side) : null
}
