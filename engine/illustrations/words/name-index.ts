import type { RetrievalStore } from '../store/retrieval-store.ts'
import { singular } from './singular.ts'

/** The longest names and other words have so many words. */
export const LONGEST_NAME = 7

type Names = Pick<RetrievalStore, 'concepts' | 'otherWords' | 'styles' | 'pictures'>

/** What things of a store are called: their names and synonyms, and nothing that is only near. */
export interface NameIndex {
  /** Number of the thing that some words name, in the singular or the plural; null: none. */
  find(words: readonly string[]): number | null
  /** Those of one word that begin with the same letter, and so may be meant by a word with a slip. */
  near(word: string): readonly string[]
  /** All that can be found, each with the number of its thing. */
  readonly names: ReadonlyMap<string, number>
}

/**
 * Symbols of user interfaces, which one set alone has, go by words that mean something else in a prompt ("like", "business"):
 * these are the ones that are things.
 */
const SYMBOLS_THAT_ARE_THINGS = new Set(
  (
    'address book, binoculars, broken link, cell phone, clapperboard, compact camera, database, filing cabinet, flow chart, ipad, iphone, ' +
    'line chart, old time camera, phone, pie chart, puzzle, ruler, shop, speaker, tablet android, touchscreen smartphone, two smartphones, ' +
    'video projector, webcam'
  ).split(', '),
)
/** Names of things whose words mean something else to nearly everybody. */
const MISLEADING = new Set(
  (
    'mate, customs, construction, right, left, down, up, next, minus, plus, divide, multiply, leave, label, link, seat, dizzy, collision, ' +
    'bald, foggy, fog, sparkle, warning, prohibited, information, cancer, leo, station, locked, unlocked, approval, performing arts, memo, ' +
    // The picture of "cyberpunk city" shows an ordinary city.
    'cyberpunk city, om, khanda, bust in silhouette, cooking, wind face, stadium with, mrs claus, wheel of dharma, part alternation mark, place of worship'
  ).split(', '),
)

const indexes = new WeakMap<Names['concepts'], NameIndex>()

/** The names of a store, which are many: of each store once. */
export function nameIndex(store: Names): NameIndex {
  const known = indexes.get(store.concepts) ?? buildIndex(store)
  indexes.set(store.concepts, known)
  return known
}

function buildIndex({ concepts, otherWords, styles, pictures }: Names): NameIndex {
  const icon = styles.indexOf('icon')
  const drawn = new Set(pictures.flatMap(([concept, style]) => (style === icon ? [] : [concept])))
  const isThing = (name: string, concept: number): boolean =>
    !MISLEADING.has(name) && (drawn.has(concept) || SYMBOLS_THAT_ARE_THINGS.has(name))
  const numbers = new Map(concepts.map(({ name }, concept) => [name, concept]))
  const names = new Map([...numbers].filter(([name, concept]) => isThing(name, concept)))
  for (const [word, name] of Object.entries(otherWords)) {
    const concept = numbers.get(name)
    if (concept !== undefined && !names.has(word) && !MISLEADING.has(word)) names.set(word, concept)
  }
  const single = [...names.keys()].filter((name) => !name.includes(' '))
  const byLetter = Map.groupBy(single, ([letter]) => letter)
  return {
    names,
    near: ([letter]) => byLetter.get(letter) ?? [],
    find(words) {
      if (words.length === 0 || words.length > LONGEST_NAME) return null
      // One of them is a person; what several do together is another matter.
      if (words.at(-1) === 'people') return names.get(words.join(' ')) ?? null
      const one = [...words.slice(0, -1), singular(words.at(-1)!)].join(' ')
      return names.get(words.join(' ')) ?? names.get(one) ?? null
    },
  }
}
