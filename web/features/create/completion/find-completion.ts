import { formatLoraTag } from '#contract/lora-tags.ts'
import { begunName, withList } from '../wildcards/complete-list.ts'

/** What was begun right before the cursor. */
export interface Begun {
  kind: 'lists' | 'loras' | 'past' | 'things'
  /** In lower case. */
  text: string
  /** Where a word was begun: the whole prompt in lower case, if past prompts may go on with it. */
  whole?: string
}

/** The word that was begun right before the cursor. */
const WORD = /[\p{L}\p{M}]+$/u
/** Of a word; less fits too much. */
const LEAST_OF_WORD = 2

const LORA = /<lora:([^:<>]*)$/
/** Of a whole prompt; less fits too much. */
const LEAST_OF_PROMPT = 3

/**
 * What could be completed at a place of a prompt; null: nothing.
 * @param knowsThings whether prompts name things of a collection
 */
export function findBegun(prompt: string, at: number, knowsThings = false): Begun | null {
  const before = prompt.slice(0, at)
  const list = begunName(before)
  if (list !== null) return { kind: 'lists', text: list }
  const lora = LORA.exec(before)?.[1]
  if (lora !== undefined) return { kind: 'loras', text: lora.trim().toLowerCase() }
  const whole = prompt.trimStart().toLowerCase()
  const isAtEnd = at === prompt.length && whole.length >= LEAST_OF_PROMPT
  const word = WORD.exec(before)?.[0] ?? ''
  if (knowsThings && word.length >= LEAST_OF_WORD)
    return { kind: 'things', text: word.toLowerCase(), ...(isAtEnd && { whole }) }
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
  if (kind === 'things') {
    const before = withoutBegun(prompt.slice(0, at), value)
    const to = before.length + value.length
    return { prompt: before + value + prompt.slice(at), from: to, to }
  }
  const before = prompt.slice(0, at).replace(LORA, '')
  const tag = formatLoraTag(value, 1)
  // The weight is selected: what is typed next replaces it.
  const from = before.length + tag.length - 2
  return { prompt: before + tag + prompt.slice(at), from, to: from + 1 }
}

/** A text without as much of its end as a name begins with, or without its last word. */
function withoutBegun(text: string, name: string): string {
  const ends = (length: number) => text.slice(-length).toLowerCase() === name.slice(0, length)
  const isWhole = (length: number) => !/\p{L}$/u.test(text.slice(0, -length))
  for (let length = Math.min(name.length, text.length); length > 0; length--)
    if (ends(length) && isWhole(length)) return text.slice(0, -length)
  return text.replace(WORD, '')
}

const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a word of a name begins like what was typed, whatever its accents. */
export const continues = (name: string, typed: string): boolean =>
  plain(name)
    .split(' ')
    .some((word) => word.startsWith(plain(typed)))

/** The name, of two languages, that continues what was typed; that of the page where both do, or none. */
export function nameFor(
  { en, es }: { en: string; es: string },
  typed: string,
  language: string,
): string {
  const [own, other] = language === 'es' ? [es, en] : [en, es]
  return !continues(own, typed) && continues(other, typed) ? other : own
}

/** Those that begin like a text, then those that have it elsewhere. */
export function matching(names: readonly string[], text: string): string[] {
  const found = names.filter((name) => name.toLowerCase().includes(text))
  const begins = (name: string) => name.toLowerCase().startsWith(text)
  return [...found.filter(begins), ...found.filter((name) => !begins(name))]
}
