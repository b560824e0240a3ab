import { joinStyles } from '../../models/join-styles.ts'
import type { WordsRead } from '../../kind.ts'

/** What is understood of several prompts; null if their model takes any words. */
export function joinWords(all: readonly (WordsRead | null)[]): WordsRead | null {
  const read = all.filter((words) => words !== null)
  if (read.length === 0) return null
  return {
    understood: read.flatMap(({ understood }) => understood),
    unknown: [...new Set(read.flatMap(({ unknown }) => unknown))],
    left_out: [...new Set(read.flatMap(({ left_out }) => left_out))],
    same_styles: joinStyles(read.map(({ same_styles }) => same_styles)),
    refusal: null,
  }
}
