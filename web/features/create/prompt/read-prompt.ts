import { stripLoraTags } from '#contract/lora-tags.ts'
import { parsePrompt, type PromptNode } from '#contract/prompt-syntax.ts'
import type { PromptTexts } from './texts.ts'

/** A piece of a prompt that means more than its words, as the page shows it. */
export interface PromptChip {
  text: string
  /** What is done with it, in words. */
  note: string
  /** Among the chips of the prompt. */
  place: number
}

const times = (factor: number, t: PromptTexts): string =>
  t('promptNote.times', { factor: Number(factor.toFixed(2)) })

/** The words of pieces without what is done with them. */
function wordsOf(nodes: readonly PromptNode[], t: PromptTexts): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text
      if (node.type === 'weight') return wordsOf(node.nodes, t)
      if (node.type === 'edit') return `${wordsOf(node.before, t)} ${wordsOf(node.after, t)}`
      if (node.type === 'alternate')
        return node.options.map((option) => wordsOf(option, t)).join(t('promptNote.or'))
      return ' '
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

type Chip = Omit<PromptChip, 'place'>

function chipOf(node: PromptNode, weight: number, t: PromptTexts): Chip[] {
  if (node.type === 'weight') return chipsOf(node.nodes, weight * node.factor, t)
  if (node.type === 'break') return [{ text: 'BREAK', note: t('promptNote.break') }]
  if (node.type === 'edit') {
    const within = [node.before, node.after].flatMap((nodes) => chipsOf(nodes, 1, t))
    return [weighed(editChip(node, t), weight, t), ...within]
  }
  if (node.type === 'alternate') {
    const text = node.options
      .map((option) => wordsOf(option, t) || t('promptNote.nothing'))
      .join(' | ')
    const within = node.options.flatMap((option) => chipsOf(option, 1, t))
    return [weighed({ text, note: t('promptNote.alternate') }, weight, t), ...within]
  }
  const words = wordsOf([node], t)
  return words === '' || weight === 1 ? [] : [{ text: words, note: times(weight, t) }]
}

function editChip(
  { before: first, after: second, when }: PromptNode & { type: 'edit' },
  t: PromptTexts,
): Chip {
  const { value, unit } = when
  const moment =
    unit === 'share'
      ? t('promptNote.share', { percent: Math.round(value * 100) })
      : t('promptNote.step', { step: value })
  const [before, after] = [wordsOf(first, t), wordsOf(second, t)]
  if (before === '') return { text: after, note: t('promptNote.from', { moment }) }
  if (after === '') return { text: before, note: t('promptNote.until', { moment }) }
  return { text: `${before} → ${after}`, note: t('promptNote.at', { moment }) }
}

const weighed = ({ text, note }: Chip, weight: number, t: PromptTexts): Chip => ({
  text,
  note: weight === 1 ? note : t('promptNote.and', { note, times: times(weight, t) }),
})

const chipsOf = (nodes: readonly PromptNode[], weight: number, t: PromptTexts): Chip[] =>
  nodes.flatMap((node) => chipOf(node, weight, t))

/** What the brackets of a prompt mean; nothing for a prompt of plain words. */
export function readPrompt(prompt: string, t: PromptTexts): PromptChip[] {
  const chips = chipsOf(parsePrompt(stripLoraTags(prompt)), 1, t)
  return chips.map((chip, place) => ({ ...chip, place }))
}
