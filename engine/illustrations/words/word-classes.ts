import { createRequire } from 'node:module'
import type nlp from 'compromise/two'

/** What a word of a phrase is. */
export type WordClass = 'noun' | 'verb' | 'gerund' | 'infinitive' | 'adjective' | 'other'

interface Told {
  terms: { tags: string[] }[]
}

const load = createRequire(import.meta.url)

/** What each of some words is where it stands; `other` for all where they cannot be told apart. */
export function classify(words: readonly string[]): WordClass[] {
  const read = load('compromise/two') as typeof nlp
  const sentences = read(words.join(' ')).json({ terms: { tags: true } }) as Told[]
  const terms = sentences.flatMap((sentence) => sentence.terms)
  if (terms.length !== words.length) return words.map(() => 'other')
  return terms.map(({ tags }) => classOf(new Set(tags)))
}

function classOf(tags: ReadonlySet<string>): WordClass {
  if (tags.has('Pronoun') || tags.has('Determiner')) return 'other'
  if (tags.has('Gerund')) return 'gerund'
  if (tags.has('Noun') || tags.has('Organization') || tags.has('Place')) return 'noun'
  if (tags.has('Infinitive') || tags.has('Imperative')) return 'infinitive'
  if (tags.has('Verb')) return 'verb'
  return tags.has('Adjective') ? 'adjective' : 'other'
}
