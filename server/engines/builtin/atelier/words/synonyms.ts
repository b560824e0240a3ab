import { singular } from './singular.ts'

/** The longest names and other words have so many words. */
const LONGEST = 6

export interface Names {
  concepts: readonly { name: string }[]
  /** What else people call some of the concepts, by the name that they have. */
  otherWords: Record<string, string>
}

/** The names of concepts, which are many: of each store once. */
const namesOf = new WeakMap<Names['concepts'], ReadonlySet<string>>()

/** The words of a prompt with the names of things in the place of what else people call them; a name stays as it is. */
export function replaceSynonyms(
  words: readonly string[],
  { concepts, otherWords }: Names,
): string[] {
  const names = namesOf.get(concepts) ?? new Set(concepts.map(({ name }) => name))
  namesOf.set(concepts, names)
  const known: string[] = []
  for (let at = 0; at < words.length;) {
    const { name, length } = longestAt(words.slice(at, at + LONGEST), names, otherWords)
    known.push(...name)
    at += length
  }
  return known
}

function longestAt(
  words: readonly string[],
  names: ReadonlySet<string>,
  otherWords: Names['otherWords'],
): { name: readonly string[]; length: number } {
  for (let length = words.length; length > 0; length--) {
    const said = words.slice(0, length)
    const one = [...said.slice(0, -1), singular(said.at(-1)!)]
    const forms = [said.join(' '), one.join(' ')]
    if (forms.some((form) => names.has(form))) return { name: said, length }
    const name = forms.map((form) => otherWords[form]).find((found) => found !== undefined)
    if (name !== undefined) return { name: name.split(' '), length }
  }
  return { name: words.slice(0, 1), length: 1 }
}
