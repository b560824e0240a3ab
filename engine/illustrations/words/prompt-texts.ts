import { parsePrompt, promptAt } from '#contract/prompt-syntax.ts'
import type { PromptPart } from '#contract/prompt-syntax.ts'

/** Words of less weight than this do not say what is looked for. */
const COUNTS_FROM = 0.5

/** The words of a prompt that count in each of some steps, without its signs; its sections are parts of a list. */
export function textsOverSteps(prompt: string, steps: number): string[] {
  const nodes = parsePrompt(prompt)
  return Array.from({ length: steps }, (_, i) => plainText(promptAt(nodes, i + 1, steps)))
}

function plainText(sections: readonly PromptPart[][]): string {
  const said = (part: PromptPart): string => (part.weight < COUNTS_FROM ? ' ' : part.text)
  return sections.map((parts) => parts.map((part) => said(part)).join(' ')).join(', ')
}
