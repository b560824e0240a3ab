/** Turns a prompt into what a text encoder reads. */
export interface Tokenizer {
  /** Tokens of a prompt that the encoder reads; what follows is cut off. */
  maxTokens: number
  /** Tokens of the whole text, also those beyond `maxTokens`; without start, end and padding. */
  count(text: string): number
  /** Ids of exactly the encoder's length, cut or padded. */
  encode(text: string): number[]
}
