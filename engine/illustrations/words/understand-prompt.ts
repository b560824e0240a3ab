import { LRUCache } from 'lru-cache'
import type { NamedBackground } from '../background/backgrounds.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'
import { type NameIndex, nameIndex } from './name-index.ts'
import type { Clause, NamedThing } from './read-clause.ts'
import { readClause } from './read-clause.ts'
import { BREAK, readSetting, tokensOf } from './read-setting.ts'
import { languageOf, type Translation, translatePrompt } from './spanish/translate-prompt.ts'
import { slips } from './spelling.ts'
import { PICTURE_WORDS, QUALITY_WORDS, SETTINGS, UNKNOWN_LOOKS } from './vocabulary.ts'

/** What a plain prompt (without weights and brackets) asks for, as far as the store has it. */
export interface Understanding {
  style: string | null
  /** Null if the prompt names no background. */
  background: NamedBackground | null
  /** How the prompt says where it is to be: "in the snow". */
  place: string | null
  /** Each kind once, the main thing first; together at most {@link MOST_THINGS}. */
  things: NamedThing[]
  /** Words for things that are known and will not be seen. */
  leftOut: string[]
  /** Words that are not known, each once. */
  unknown: string[]
  /** Whether what the prompt is about is not known: then nothing of it is to be drawn. */
  isMainUnknown: boolean
  /** Whether it asks for no thing at all. */
  isEmpty: boolean
  /** In which language it was read. */
  language: 'en' | 'es'
}

export type Vocabulary = Pick<
  RetrievalStore,
  'styles' | 'places' | 'colours' | 'emptyWords' | 'concepts' | 'otherWords' | 'pictures'
> &
  Partial<Pick<RetrievalStore, 'thingNames'>>

/** Most things in a drawing: of more than that in one picture the model keeps too little of each. */
export const MOST_THINGS = 4
/** In a word of so many letters a slip is put right. */
const LEAST_LETTERS = 5
const MOST_TOLD = 12
/** A prompt is read for its price, again for its job and again to be drawn. */
const kept = new WeakMap<Vocabulary['concepts'], LRUCache<string, Understanding>>()
const KEPT = 200

/**
 * Reads a prompt for the things that it names. A thing is one only by its name or a synonym, as the head of what is said: "a dog collar"
 * names no dog. What the first of its parts is about decides: if that is not known, nothing is.
 *
 * @param isWord whether a word in lower case is one of the language, and no slip
 */
export function understandPrompt(
  prompt: string,
  store: Vocabulary,
  isWord: (word: string) => boolean,
): Understanding {
  const cache = kept.get(store.concepts) ?? new LRUCache({ max: KEPT })
  kept.set(store.concepts, cache)
  const before = cache.get(prompt)
  if (before) return before
  const read = readInItsLanguage(prompt, store, isWord)
  cache.set(prompt, read)
  return read
}

/** What does not show its language is read in English, and in Spanish if that leads nowhere. */
function readInItsLanguage(
  prompt: string,
  store: Vocabulary,
  isWord: (word: string) => boolean,
): Understanding {
  const language = store.thingNames ? languageOf(prompt) : 'en'
  const inEnglish = { ...readPrompt(prompt, store, isWord), language: 'en' as const }
  if (!store.thingNames || language === 'en') return inEnglish
  if (language === null && !inEnglish.isMainUnknown) return inEnglish
  // No word of another language is a slip.
  const translated = translatePrompt(prompt, store.thingNames)
  const inSpanish = {
    ...inSpanishWords(
      readPrompt(translated.text, store, () => true),
      { prompt, said: translated.said },
      store,
    ),
    language: 'es' as const,
  }
  const leadsNowhere = inSpanish.isMainUnknown || inSpanish.isEmpty
  return language === null && leadsNowhere ? inEnglish : inSpanish
}

/** What will not be seen, in the words of the prompt or the names of its language. */
function inSpanishWords(
  read: Omit<Understanding, 'language'>,
  { prompt, said }: { prompt: string; said: Translation['said'] },
  store: Vocabulary,
): Omit<Understanding, 'language'> {
  const { find } = nameIndex(store)
  const spelled = new Map(
    (prompt.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [tokensOf(word)[0], word]),
  )
  const nameOf = (text: string): string => {
    const concept = find(text.split(' '))
    const name = concept === null ? undefined : store.concepts[concept]?.name
    return store.thingNames?.things[name ?? '']?.spanish ?? text
  }
  const inSpanish = (text: string): string =>
    said
      .reduce((all, one) => all.replace(` ${one.english} `, ` ${one.spanish} `), ` ${text} `)
      .trim()
  const asWritten = (text: string): string =>
    inSpanish(text)
      .split(' ')
      .map((word) => spelled.get(word) ?? word)
      .join(' ')
  return { ...read, leftOut: read.leftOut.map(nameOf), unknown: read.unknown.map(asWritten) }
}

function readPrompt(
  prompt: string,
  store: Vocabulary,
  isWord: (word: string) => boolean,
): Omit<Understanding, 'language'> {
  const { tokens, style, background, place } = readSetting(prompt, store)
  const index = nameIndex(store)
  const empty = new Set(store.emptyWords)
  const lists = {
    index,
    isColour: (word: string) => Object.hasOwn(store.colours, word),
    isEmpty: (word: string) => empty.has(word),
  }
  const words = joinWords(tokens).map((word) => corrected(word, store, index, isWord))
  const clauses = splitAt(words).map((part) => readClause(part, lists))
  const main = clauses.findIndex((clause, at) => isMain(clause, clauses.slice(at + 1)))
  const about = clauses[main] ?? null
  const things: NamedThing[] = []
  const leftOut: string[] = []
  for (const [at, clause] of clauses.entries()) {
    const isTaken = about?.names === 'known' && (at === main || (at > main && clause.begins))
    if (isTaken) addThings(things, clause.things)
    else leftOut.push(...clause.things.map(({ concept }) => store.concepts[concept]!.name))
    leftOut.push(...clause.others)
  }
  const isDrawn = things.length > 0
  const looks = words.filter(
    (word) =>
      UNKNOWN_LOOKS.has(word) &&
      !things.some(({ concept }) => store.concepts[concept]!.name.split(' ').includes(word)),
  )
  const hasWords = /\p{L}/u.test(prompt)
  const isEmpty = about === null && clauses.every(({ unknown }) => unknown.length === 0)
  return {
    style,
    background,
    place,
    things,
    leftOut: each(leftOut),
    unknown: each([...clauses.flatMap(({ unknown }) => unknown), ...(isDrawn ? looks : [])]),
    isMainUnknown: about === null ? hasWords && place === null : about.names === 'unknown',
    isEmpty,
  }
}

/** A list of words may begin with where it is: "forest, fox". */
function isMain({ names, begins, head }: Clause, following: readonly Clause[]): boolean {
  if (names === 'nothing') return false
  const isSetting = names === 'unknown' && !begins && head !== null && SETTINGS.has(head)
  return !isSetting || following.every((clause) => clause.names === 'nothing')
}

/** Adds things, fewer of a kind where there is no room for all. */
function addThings(things: NamedThing[], added: readonly NamedThing[]): void {
  for (const thing of added) {
    const room = MOST_THINGS - things.reduce((sum, { count }) => sum + count, 0)
    const isThere = things.some(({ concept }) => concept === thing.concept)
    if (room > 0 && !isThere) things.push({ ...thing, count: Math.min(thing.count, room) })
  }
}

const each = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, MOST_TOLD)

/** Tags as "1girl" apart, and what is one word to us together. */
function joinWords(tokens: readonly string[]): string[] {
  return tokens
    .join(' ')
    .replaceAll(/\b(\d)(girl|boy)(s?)\b/g, '$1 $2$3')
    .replaceAll(/\bclose up\b/g, 'closeup')
    .replaceAll(/\bblack and white\b/g, 'monochrome')
    .replaceAll(/\bfull of\b/g, 'with')
    .split(' ')
    .filter((word) => word !== '')
}

function splitAt(words: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const word of words) {
    if (word === BREAK) parts.push([])
    else parts.at(-1)!.push(word)
  }
  return parts.filter((part) => part.length > 0)
}

/** Words of a vocabulary as they are meant: texts that change over the steps share nearly all of theirs. */
const meant = new WeakMap<Vocabulary['concepts'], LRUCache<string, string>>()
const MOST_MEANT = 20_000

/** A word that is none as the name that is probably meant; any other as it is. */
function corrected(
  word: string,
  { concepts }: Vocabulary,
  { names, near }: NameIndex,
  isWord: (word: string) => boolean,
): string {
  if (word.length < LEAST_LETTERS || isWord(word) || names.has(word) || QUALITY_WORDS.has(word))
    return word
  const cache = meant.get(concepts) ?? new LRUCache({ max: MOST_MEANT })
  meant.set(concepts, cache)
  const before = cache.get(word)
  if (before !== undefined) return before
  const read = nearest(word, names, near(word))
  cache.set(word, read)
  return read
}

/** The one name, or word for images, that a word is nearest to; itself where that is none or several. */
function nearest(
  word: string,
  names: ReadonlyMap<string, number>,
  candidates: readonly string[],
): string {
  let [best, least, isAlone] = [word, Infinity, true]
  for (const name of [...candidates, ...PICTURE_WORDS]) {
    if (name.includes(' ') || name.length < LEAST_LETTERS) continue
    const count = slips(word, name)
    if (count < least) [best, least, isAlone] = [name, count, true]
    else if (count === least && names.get(name) !== names.get(best)) isAlone = false
  }
  return isAlone ? best : word
}
