import { parsePrompt, promptAt } from '#contract/prompt-syntax.ts'
import type { PromptNode, PromptPart } from '#contract/prompt-syntax.ts'
import type { Tokenizer } from '../tokenizer/tokenizer.ts'

/** What a text encoder reads at once. */
export interface PromptChunk {
  /** Without start, end and padding. */
  tokens: number[]
  /** One for each token. */
  weights: number[]
}

/** Tokens after a comma that are moved to the next chunk together rather than parted; A1111's default. */
const BACKTRACK = 20

/**
 * Parts a prompt into chunks of the encoder's length as A1111 does (modules/sd_hijack_clip.py, tokenize_line):
 * `BREAK` ends a chunk, and a chunk that would end in the middle of a phrase ends at the comma before it.
 *
 * @returns at least one chunk
 */
export function splitIntoChunks(
  tokenizer: Tokenizer,
  sections: readonly PromptPart[][],
): PromptChunk[] {
  const chunks: PromptChunk[] = []
  let chunk: PromptChunk = { tokens: [], weights: [] }
  let comma = -1
  const close = (from = chunk.tokens.length): void => {
    const rest = { tokens: chunk.tokens.splice(from), weights: chunk.weights.splice(from) }
    chunks.push(chunk)
    chunk = rest
    comma = -1
  }

  for (const [index, section] of sections.entries()) {
    if (index > 0) close()
    for (const { text, weight } of section)
      for (const token of tokenizer.tokens(text)) {
        const length = chunk.tokens.length
        if (token === tokenizer.comma) comma = length
        else if (length === tokenizer.maxTokens && comma >= 0 && length - comma <= BACKTRACK)
          close(comma + 1)
        if (chunk.tokens.length === tokenizer.maxTokens) close()
        chunk.tokens.push(token)
        chunk.weights.push(weight)
      }
  }
  if (chunk.tokens.length > 0 || chunks.length === 0) close()
  return chunks
}

/** The chunks of a prompt for each of `steps` steps. */
export function chunksOverSteps(
  tokenizer: Tokenizer,
  prompt: string,
  steps: number,
): PromptChunk[][] {
  const nodes: PromptNode[] = parsePrompt(prompt)
  const known = new Map<string, PromptChunk[]>()
  return Array.from({ length: steps }, (_, i) => {
    const sections = promptAt(nodes, i + 1, steps)
    const key = JSON.stringify(sections)
    const chunks = known.get(key) ?? splitIntoChunks(tokenizer, sections)
    known.set(key, chunks)
    return chunks
  })
}
