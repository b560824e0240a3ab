import { parsePrompt, promptAt } from '#contract/prompt-syntax.ts'
import type { PromptReading } from '#lib/engine-spec/index.ts'
import type { Tokenizer } from '../tokenizer/tokenizer.ts'
import { splitIntoChunks } from './prompt-chunks.ts'

/** Most steps of a drawing: read at each of them, no word that comes and goes over the steps is missed. */
const STEPS = 100

/** What a model makes of a prompt; where its words change over the steps, at its longest. */
export function readPrompt(tokenizer: Tokenizer, prompt: string): PromptReading {
  const nodes = parsePrompt(prompt)
  const ignored = new Set<string>()
  const reading = { tokens: 0, chunks: 1 }
  const seen = new Set<string>()
  for (let step = 1; step <= STEPS; step++) {
    const sections = promptAt(nodes, step, STEPS)
    const key = JSON.stringify(sections)
    if (seen.has(key)) continue
    seen.add(key)
    const chunks = splitIntoChunks(tokenizer, sections)
    const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens.length, 0)
    reading.tokens = Math.max(reading.tokens, tokens)
    reading.chunks = Math.max(reading.chunks, chunks.length)
    for (const { text } of sections.flat())
      for (const word of tokenizer.unknownWords(text)) ignored.add(word)
  }
  return { ...reading, ignored: [...ignored] }
}
