import type { Face } from '#contract/faces.ts'
import { FACE_LIMITS } from '#contract/jobs/face-swap.ts'
import type { ToolTexts } from '#web/features/tool-page/texts.ts'

/** Which face of the source comes in the place of a face of the target; null: that one is kept. By target. */
export type Choices = Readonly<Record<number, number | null>>

export interface Pair {
  source: number
  target: number
}

const usable = (faces: readonly Face[]) => faces.filter(({ problem }) => problem === null)

/** The largest face that can be used takes the place of the largest, unless something else is chosen. */
export function pairsOf(
  choices: Choices,
  sources: readonly Face[],
  targets: readonly Face[],
): Pair[] {
  const [first] = usable(sources)
  if (!first) return []
  return usable(targets)
    .map(({ index }, place) => {
      const chosen = choices[index]
      const usual = place === 0 ? first.index : null
      return { target: index, source: chosen === undefined ? usual : chosen }
    })
    .filter((pair): pair is Pair => pair.source !== null)
    .slice(0, FACE_LIMITS.pairs)
}

/** Why the faces of an image cannot be used at all; null when one can. */
export function problemOf(faces: readonly Face[], t: ToolTexts): string | null {
  if (faces.length === 0) return t('faceInput.noFace')
  return usable(faces).length === 0 ? (faces[0]?.problem ?? null) : null
}
