import type { StoreDescription } from '../store/retrieval-store.ts'
import { nameIndex } from './name-index.ts'
import { plain } from './plain.ts'

/** Of one drawing in several skin tones the store has each; one is enough to choose. */
const TONE = /\btone\d$/

/** A thing that is found by what people call it. */
export interface NamedInStore {
  concept: number
  name: string
  names: { en: string; es: string }
  category: string
}

/** All things that prompts can name, by what is searched in either language; names that begin with it come first. */
export function findThings(
  store: StoreDescription,
  {
    search,
    category,
    language,
  }: { search: string; category: string | null; language: 'en' | 'es' },
): NamedInStore[] {
  const { thingNames: names } = store
  if (!names) return []
  const { find } = nameIndex(store)
  const text = plain(search)
  return Object.entries(names.things)
    .filter(([name]) => !TONE.test(name))
    .map(([name, thing]) => {
      const of = names.categories[thing.category] ?? ''
      const own = [name, thing.spanish].map(plain)
      const rank = rankOf(text, own, [...thing.keywords, ...thing.spanishKeywords])
      return {
        concept: find(name.split(' ')),
        name: language === 'es' ? thing.spanish : name,
        names: { en: name, es: thing.spanish },
        category: of,
        rank,
      }
    })
    .filter((one): one is typeof one & { concept: number } => one.concept !== null)
    .filter(({ rank, category: of }) => rank > 0 && (category === null || of === category))
    .toSorted((a, b) => b.rank - a.rank || (text === '' ? 0 : a.name.length - b.name.length))
}

/** 4: the name, 3: it begins so, 2: a word of it does, 1: a keyword does, 0: none. */
function rankOf(text: string, names: readonly string[], keywords: readonly string[]): number {
  if (text === '' || names.includes(text)) return 4
  if (names.some((name) => name.startsWith(text))) return 3
  if (names.some((name) => name.includes(` ${text}`))) return 2
  return keywords.some((keyword) => plain(keyword).startsWith(text)) ? 1 : 0
}
