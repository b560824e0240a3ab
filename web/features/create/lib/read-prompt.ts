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
    const within = [node.before, node.after].flatMap((nodes) => chipsOf(nodes, 1))
    return [weighed(editChip(node), weight), ...within]
  }
  if (node.type === 'alternate') {
    const text = node.options.map((option) => wordsOf(option) || 'nothing').join(' | ')
    const within = node.options.flatMap((option) => chipsOf(option, 1))
    return [weighed({ text, note: 'in turns, a step each' }, weight), ...within]
  }
  const words = wordsOf([node])
  return words === '' || weight === 1 ? [] : [{ text: words, note: times(weight) }]
}

function editChip({ before: first, after: second, when }: PromptNode & { type: 'edit' }): Chip {
  const { value, unit } = when
  const moment = unit === 'share' ? `${Math.round(value * 100)} % of the steps` : `step ${value}`
  const [before, after] = [wordsOf(first), wordsOf(second)]
  if (before === '') return { text: after, note: `from ${moment} on` }
  if (after === '') return { text: before, note: `until ${moment}` }
  return { text: `${before} → ${after}`, note: `at ${moment}` }
}

const weighed = ({ text, note }: Chip, weight: number): Chip => ({
  text,
  note: weight === 1 ? note : `${note}, ${times(weight)}`,
})

const chipsOf = (nodes: readonly PromptNode[], weight: number): Chip[] =>
  nodes.flatMap((node) => chipOf(node, weight))

/** What the brackets of a prompt mean; nothing for a prompt of plain words. */
export function readPrompt(prompt: string): PromptChip[] {
  const chips = chipsOf(parsePrompt(stripLoraTags(prompt)), 1)
  return chips.map((chip, place) => ({ ...chip, place }))
}
