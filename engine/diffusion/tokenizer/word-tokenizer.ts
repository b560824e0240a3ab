import type { Tokenizer } from './tokenizer.ts'

export interface WordTokenizerConfig {
  /** Ids that the encoder reads at once. */
  length: number
  pad: number
  /** The only id of an empty caption, as the network saw it in training. */
  empty: number
  unknown: number
}

/** Whole words, lower case, letters and digits only. */
export function createWordTokenizer(
  vocabulary: ReadonlyMap<string, number>,
  config: WordTokenizerConfig,
): Tokenizer {
  const words = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const idOf = (word: string): number => vocabulary.get(word) ?? config.unknown
  return {
    maxTokens: config.length,
    lead: 0,
    comma: null,
    tokens: (text) => words(text).map(idOf),
    frame(ids) {
      const padding = Array.from<number>({ length: config.length }).fill(config.pad)
      const known = ids.length === 0 ? [config.empty] : ids
      return [...known, ...padding].slice(0, config.length)
    },
    unknownWords: (text) => words(text).filter((word) => idOf(word) === config.unknown),
  }
}
