import { namesAnybody, namesKnownPerson } from './names-real-person.ts'
import { namesUndressing, unwantsCover } from './names-undressing.ts'
import { readPrompt } from './prompt-readings.ts'
import { namesAbuse, namesMinor, namesSex } from './prompt-words.ts'
import { t, type Text } from '#server/texts/index.ts'

/** What moderation says of a text; `message` is for the person who wrote it. */
export type PromptVerdict = { allowed: true } | { allowed: false; code: string; message: Text }

export interface PromptRules {
  /** Words and phrases that this installation refuses besides, in lower case. */
  blockedWords: readonly string[]
}

const ALLOWED: PromptVerdict = { allowed: true }
const REFUSED: PromptVerdict = {
  allowed: false,
  code: 'prompt_blocked',
  message: t('jobs.promptNotAllowed'),
}

/**
 * Whether a prompt may be made at all. Refused everywhere: sexual content with minors, and of real people; beyond
 * that what the operator chose. What the negative prompt says is not wanted, so it is not asked.
 */
export function checkPrompt(prompt: string, rules: PromptRules): PromptVerdict {
  const verdict = checkWords(prompt, rules)
  if (verdict) return verdict
  return readPrompt(prompt).likely.some(namesAnybody) ? REFUSED : ALLOWED
}

/**
 * The quick part of {@link checkPrompt}.
 * @returns null where it depends on whom the prompt names, which takes longer to find out
 */
export function checkWords(prompt: string, { blockedWords }: PromptRules): PromptVerdict | null {
  const { all } = readPrompt(prompt)
  if (all.some(namesAbuse)) return REFUSED
  if (all.some((text) => containsWord(text, blockedWords))) return REFUSED
  if (!all.some(namesSex)) return ALLOWED
  return all.some(namesMinor) || all.some(namesKnownPerson) ? REFUSED : null
}

/**
 * Whether words may be used where a real person is shown, by a face in an image or by a model trained on somebody: none that
 * undress or sexualise. Asked besides {@link checkPrompt}.
 * @param negative what is not wanted in the image: it may not take away clothes
 */
export function checkLikeness(prompt: string, negative: string | null): PromptVerdict {
  if (readPrompt(prompt).all.some(namesUndressing)) return REFUSED
  return negative && readPrompt(negative).all.some(unwantsCover) ? REFUSED : ALLOWED
}

function containsWord(text: string, words: readonly string[]): boolean {
  const spaced = ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return words.some((word) => spaced.includes(` ${word} `))
}
