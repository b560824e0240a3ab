import { createRequire } from 'node:module'
import type nlp from 'compromise/two'

/** The part of the library that knows word forms; asked by its phrases it takes a thousand times as long. */
interface WordForms {
  two: { transform: { noun: { toSingular(word: string, model: object): string } } }
}

const load = createRequire(import.meta.url)
let library: typeof nlp | null = null

/** What is shorter is no thing's name: the library makes "bu" of "bus". */
const SHORTEST = 3

/** The word for one of several, in lower case: "berries" to "berry", "wolves" to "wolf". */
export function singular(word: string): string {
  // Loaded when it is first needed: no start has to wait for it.
  library ??= load('compromise/two') as typeof nlp
  const { noun } = (library.methods() as WordForms).two.transform
  const one = noun.toSingular(word, library.model())
  return one.length < SHORTEST ? word : one
}
