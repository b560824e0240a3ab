import { parsePrompt, promptAt } from '#contract/prompt-syntax.ts'

/**
 * A prompt in ComfyUI's own syntax, which has weights alone: `(word:1.3)`. What changes between steps is as in the
 * first step, and `BREAK` parts nothing.
 * @param steps that are made
 * @param withWeights false: for a text encoder that reads brackets as words
 */
export function writePrompt(prompt: string, steps: number, withWeights: boolean): string {
  const parts = promptAt(parsePrompt(prompt), 1, steps).flat()
  return parts
    .map(({ text, weight }) => {
      if (!withWeights) return text
      const escaped = text.replace(/[()]/g, '\\$&')
      return weight === 1 ? escaped : `(${escaped}:${Number(weight.toFixed(3))})`
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
