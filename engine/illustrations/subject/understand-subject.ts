import type { SubjectName } from '#lib/engine-spec/index.ts'
import { nameIndex } from '../words/name-index.ts'
import {
  type Understanding,
  understandPrompt,
  type Vocabulary,
} from '../words/understand-prompt.ts'
import { tokensOf } from '../words/read-setting.ts'

export interface SubjectUnderstanding extends Understanding {
  /** The thing that stands for the subject among the others; null: the prompt has none. */
  standIn: number | null
  /** A thing of the store that is of the subject's kind; empty without a subject. */
  kindName: string
}

/** A thing that hardly any prompt names: the subject is read as this word. */
const STAND_IN = 'abacus'

/** What else a subject is called, and the thing of the store that shows how its kind is drawn. */
const KINDS: Record<SubjectName['kind'], { words: readonly string[]; thing: string }> = {
  person: {
    words: 'person somebody someone man woman guy lady gentleman boy girl portrait headshot'.split(
      ' ',
    ),
    thing: 'person',
  },
  pet: { words: 'pet animal'.split(' '), thing: 'dog' },
  object: { words: 'object thing item product'.split(' '), thing: 'package' },
}

/**
 * Reads a prompt to which a LoRA with a subject belongs. The subject is what its name or its kind names; of a prompt that names
 * neither it is the main thing, since the LoRA was added to show it.
 */
export function understandSubject(
  prompt: string,
  store: Vocabulary,
  isWord: (word: string) => boolean,
  subject: SubjectName | undefined,
): SubjectUnderstanding {
  const standIn = subject ? nameIndex(store).find([STAND_IN]) : null
  if (!subject || standIn === null) {
    return { ...understandPrompt(prompt, store, isWord), standIn: null, kindName: '' }
  }
  const read = understandPrompt(withStandIn(prompt, subject), store, isWord)
  const leftOut = read.leftOut.filter((word) => word !== STAND_IN)
  return { ...read, leftOut, standIn, kindName: KINDS[subject.kind].thing }
}

function withStandIn(prompt: string, { name, kind }: SubjectName): string {
  const text = ` ${tokensOf(prompt).join(' ')} `
  const named = ` ${tokensOf(name)
    .filter((word) => word !== ',')
    .join(' ')} `
  if (named.trim() !== '' && text.includes(named)) return replaced(text, named)
  const word = KINDS[kind].words.find((one) => text.includes(` ${one} `))
  return word ? replaced(text, ` ${word} `) : `${STAND_IN}, ${text}`
}

/** The first of them; the others say nothing new. */
function replaced(text: string, words: string): string {
  const [before = '', ...after] = text.split(words)
  return `${before} ${STAND_IN} ${after.join(' ')}`
}
