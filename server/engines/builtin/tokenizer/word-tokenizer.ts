import type { Tokenizer } from './tokenizer.ts'

export interface WordTokenizerConfig {
  /** Ids that the encoder reads at once. */
  length: number
  pad: number
  /** The only id of an empty caption, as the network saw it in training. */
  empty: number
  unknown: number
}

/**
 * Whole words, lower case, letters and digits only. A text of more words than the encoder reads is cut: the
 * network attends to exactly one sequence, and the mean of several parts' encodings is nothing it was
 * trained on.
 */
export function createWordTokenizer(
  vocabulary: ReadonlyMap<string, number>,
  config: WordTokenizerConfig,
): Tokenizer {
  const words = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return {
    maxTokens: config.length,
    count: (text) => words(text).length,
    encode(text) {
      const ids = words(text).map((word) => vocabulary.get(word) ?? config.unknown)
      if (ids.length === 0) ids.push(config.empty)
      const padding = Array.from<number>({ length: config.length }).fill(config.pad)
      return [...ids, ...padding].slice(0, config.length)
    },
  }
}
