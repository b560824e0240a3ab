/** Turns words into what a text encoder reads. */
export interface Tokenizer {
  /** Tokens that the encoder reads at once, without those around them. */
  maxTokens: number
  /** Positions before the first token in what {@link Tokenizer.frame} makes. */
  lead: number
  /** The token of a comma, after which a text is parted best; null if it has none. */
  comma: number | null
  /** Ids of a whole text, of any length; without start, end and padding. */
  tokens(text: string): number[]
  /** At most {@link Tokenizer.maxTokens} tokens as the encoder reads them: with start, end and padding. */
  frame(tokens: readonly number[]): number[]
  /** Words of a text that the model does not know, as it reads them (lower case). */
  unknownWords(text: string): string[]
}
