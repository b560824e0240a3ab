import type { RetrievalStore } from './retrieval-store.ts'

/** A concept of the store and how near it is to the words: 1 is the same. */
export interface NearConcept {
  concept: number
  score: number
}

/** A keyword says less than a name, and among concepts of one keyword the nearer name wins. */
const KEYWORD_WEIGHT = 0.8
const NAME_SHARE = 0.2

/**
 * The concepts nearest to some words, best first.
 *
 * @param wordVectors rows of the store's `vectorWidth`, one a word; words that have no vector are rows of zeros
 * @returns none if no word has a vector
 */
export function nearestConcepts(
  store: Pick<RetrievalStore, 'concepts' | 'vectors' | 'vectorWidth'>,
  wordVectors: Float32Array,
  count: number,
): NearConcept[] {
  const query = unitMean(wordVectors, store.vectorWidth)
  if (!query) return []
  const rows = store.vectors.length / store.vectorWidth
  const cosines = Float32Array.from({ length: rows }, (_, row) => {
    let sum = 0
    for (let i = 0; i < query.length; i++) sum += query[i]! * store.vectors[row * query.length + i]!
    return sum
  })
  return store.concepts
    .map(({ keywords }, concept) => {
      const name = cosines[concept]!
      const keyword = Math.max(-1, ...keywords.map((row) => cosines[row]!))
      return { concept, score: Math.max(name, KEYWORD_WEIGHT * keyword + NAME_SHARE * name) }
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, count)
}

function unitMean(rows: Float32Array, width: number): Float32Array | null {
  const sum = new Float32Array(width)
  for (const [i, value] of rows.entries()) sum[i % width]! += value
  const norm = Math.hypot(...sum)
  return norm > 0 ? sum.map((value) => value / norm) : null
}
