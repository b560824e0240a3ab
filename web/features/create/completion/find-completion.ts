import { formatLoraTag } from '#contract/lora-tags.ts'
import { begunName, withList } from '../wildcards/complete-list.ts'

/** What was begun right before the cursor. */
export interface Begun {
  kind: 'lists' | 'loras' | 'past'
  /** In lower case. */
  text: string
}

const LORA = /<lora:([^:<>]*)$/
/** Of a whole prompt; less fits too much. */
const LEAST_OF_PROMPT = 3

/** What could be completed at a place of a prompt; null: nothing. */
export function findBegun(prompt: string, at: number): Begun | null {
  const before = prompt.slice(0, at)
  const list = begunName(before)
  if (list !== null) return { kind: 'lists', text: list }
  const lora = LORA.exec(before)?.[1]
  if (lora !== undefined) return { kind: 'loras', text: lora.trim().toLowerCase() }
  const whole = prompt.trimStart().toLowerCase()
  const isAtEnd = at === prompt.length && whole.length >= LEAST_OF_PROMPT
  return isAtEnd ? { kind: 'past', text: whole } : null
}

/** A prompt, and what is selected in it then. */
export interface Completed {
  prompt: string
  from: number
  to: number
}

/** The prompt with what was begun at a place made whole. */
export function complete(
  prompt: string,
  at: number,
  { kind, value }: { kind: Begun['kind']; value: string },
): Completed {
  if (kind === 'past') return { prompt: value, from: value.length, to: value.length }
  if (kind === 'lists') {
    const { prompt: written, cursor } = withList(prompt, at, value)
    return { prompt: written, from: cursor, to: cursor }
  }
  const before = prompt.slice(0, at).replace(LORA, '')
  const tag = formatLoraTag(value, 1)
  // The weight is selected: what is typed next replaces it.
  const from = before.length + tag.length - 2
  return { prompt: before + tag + prompt.slice(at), from, to: from + 1 }
}

/** Those that begin like a text, then those that have it elsewhere. */
export function matching(names: readonly string[], text: string): string[] {
  const found = names.filter((name) => name.toLowerCase().includes(text))
  const begins = (name: string) => name.toLowerCase().startsWith(text)
  return [...found.filter(begins), ...found.filter((name) => !begins(name))]
}
