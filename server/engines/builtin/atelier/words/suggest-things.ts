import type { Understanding, Vocabulary } from './understand-prompt.ts'
import { nameIndex } from './name-index.ts'

/** Asked for in place of a thing that nothing resembles. */
const FAVOURITES = ['fox', 'castle', 'sailboat']
const COUNT = 3
/** Letters that words must begin with alike to be of one family: fisherman, fishing boat. */
const STEM = 4
/** Names of more words are no good as a prompt. */
const MOST_WORDS = 3

/** Three known things that are nearest by their words to what a prompt names; what it names beside and is known comes first. */
export function suggestThings({ unknown, leftOut }: Understanding, store: Vocabulary): string[] {
  const { names, find } = nameIndex(store)
  const known = leftOut.filter((text) => find(text.split(' ')) !== null)
  const asked = unknown.flatMap((text) => text.split(' '))
  const scored = [...names.keys()]
    .filter((name) => name.split(' ').length <= MOST_WORDS)
    .map((name) => ({ name, score: likeness(name.split(' '), asked) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.name.length - b.name.length)
  const suggestions: string[] = []
  const things = new Set<number>()
  for (const name of [...known, ...scored.map((one) => one.name), ...FAVOURITES]) {
    const thing = find(name.split(' '))
    if (thing === null || things.has(thing)) continue
    things.add(thing)
    suggestions.push(name)
    if (suggestions.length === COUNT) break
  }
  return suggestions
}

/** How much of a name is of the family of words that were said. */
function likeness(name: readonly string[], asked: readonly string[]): number {
  const shares = name.map((word) => Math.max(0, ...asked.map((other) => alike(word, other))))
  return shares.reduce((sum, share) => sum + share, 0) / (name.length + 1)
}

function alike(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length >= STEM ? (2 * length) / (a.length + b.length) : 0
}
