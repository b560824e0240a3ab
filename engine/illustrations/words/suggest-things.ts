import { nameIndex } from './name-index.ts'
import { plain } from './plain.ts'
import { singular } from './singular.ts'
import { NEAR_THINGS } from './spanish/spanish-grammar.ts'
import type { Understanding, Vocabulary } from './understand-prompt.ts'

/** Shown where nothing that is known has to do with what was asked for. */
const FAVOURITES = ['fox', 'castle', 'sailboat']
const COUNT = 3
/** Shorter words are said of too much. */
const LEAST_LETTERS = 3

type Said = Pick<Understanding, 'unknown' | 'leftOut' | 'language'>

/**
 * Known things that have to do with what a prompt names, the nearest first, in its language: those that it names beside, those that its
 * words name by themselves, and those that people look for by its words. Never what is only spelled alike.
 */
export function suggestThings({ unknown, leftOut, language }: Said, store: Vocabulary): string[] {
  const { find } = nameIndex(store)
  const asked = unknown.flatMap((text) => text.split(' '))
  const nearest = [
    ...leftOut.map((text) => conceptOf(text, store)),
    ...asked.map((word) => conceptOf(word, store)),
    ...byKeywords(asked, language, store),
  ].filter((concept) => concept !== null)
  const concepts = [...new Set(nearest)].slice(0, COUNT)
  const chosen = concepts.length > 0 ? concepts : FAVOURITES.flatMap((name) => find([name]) ?? [])
  return chosen.map((concept) => nameIn(language, concept, store))
}

/** What a thing is called in a language. */
export function nameIn(
  language: Understanding['language'],
  concept: number,
  { concepts, thingNames }: Vocabulary,
): string {
  const { name } = concepts[concept]!
  return (language === 'es' ? thingNames?.things[name]?.spanish : undefined) ?? name
}

function conceptOf(text: string, store: Vocabulary): number | null {
  const { find } = nameIndex(store)
  const said = plain(text)
  const meant = store.thingNames
    ? (store.thingNames.spanish[said] ?? NEAR_THINGS.get(said))
    : undefined
  return find(text.split(' ')) ?? (meant === undefined ? null : find(meant.split(' ')))
}

/** Things by how many of the words are keywords of theirs; those with few keywords first. */
function byKeywords(
  asked: readonly string[],
  language: Understanding['language'],
  store: Vocabulary,
): number[] {
  const { find } = nameIndex(store)
  const words = new Set(
    asked
      .filter((word) => word.length >= LEAST_LETTERS)
      .flatMap((word) => (language === 'en' ? [word, singular(word)] : [plain(word)])),
  )
  return Object.entries(store.thingNames?.things ?? {})
    .flatMap(([name, { keywords, spanishKeywords }]) => {
      const own = language === 'en' ? keywords : spanishKeywords
      const hits = own.filter((keyword) => words.has(plain(keyword))).length
      const concept = hits > 0 ? find(name.split(' ')) : null
      return concept === null ? [] : [{ concept, hits, of: own.length }]
    })
    .toSorted((a, b) => b.hits - a.hits || a.of - b.of)
    .map(({ concept }) => concept)
}
