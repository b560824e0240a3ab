import { stripLoraTags } from '#contract/lora-tags.ts'
import { parsePrompt, type PromptNode } from '#contract/prompt-syntax.ts'

/** A piece of a prompt that means more than its words, as the page shows it. */
export interface PromptChip {
  text: string
  /** What is done with it, in words. */
  note: string
  /** Among the chips of the prompt. */
  place: number
}

const times = (factor: number): string => `× ${Number(factor.toFixed(2))}`

/** The words of pieces without what is done with them. */
function wordsOf(nodes: readonly PromptNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text
      if (node.type === 'weight') return wordsOf(node.nodes)
      if (node.type === 'edit') return `${wordsOf(node.before)} ${wordsOf(node.after)}`
      if (node.type === 'alternate') return node.options.map(wordsOf).join(' or ')
      return ' '
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

type Chip = Omit<PromptChip, 'place'>

function chipOf(node: PromptNode, weight: number): Chip[] {
  if (node.type === 'weight') return chipsOf(node.nodes, weight * node.factor)
  if (node.type === 'break') return [{ text: 'BREAK', note: 'what follows is read by itself' }]
  if (node.type === 'edit') {
    const { value, unit } = node.when
    const when = unit === 'share' ? `${Math.round(value * 100)} % of the steps` : `step ${value}`
    const [before, after] = [wordsOf(node.before), wordsOf(node.after)]
    if (before === '') return [{ text: after, note: `from ${when} on` }]
    if (after === '') return [{ text: before, note: `until ${when}` }]
    return [{ text: `${before} → ${after}`, note: `at ${when}` }]
  }
  if (node.type === 'alternate') {
    return [{ text: node.options.map(wordsOf).join(' | '), note: 'in turns, a step each' }]
  }
  const words = wordsOf([node])
  return words === '' || weight === 1 ? [] : [{ text: words, note: times(weight) }]
}

const chipsOf = (nodes: readonly PromptNode[], weight: number): Chip[] =>
  nodes.flatMap((node) => chipOf(node, weight))

/** What the brackets of a prompt mean; nothing for a prompt of plain words. */
export function readPrompt(prompt: string): PromptChip[] {
  const chips = chipsOf(parsePrompt(stripLoraTags(prompt)), 1)
  return chips.map((chip, place) => ({ ...chip, place }))
}
