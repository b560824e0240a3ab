import { parsePrompt, promptAt } from '#contract/prompt-syntax.ts'
import type { Networks } from '../networks.ts'
import type { Tokenizer } from '../tokenizer/tokenizer.ts'
import type { NearConcept } from './nearest-concepts.ts'
import { nearestConcepts } from './nearest-concepts.ts'
import type { Thing } from './read-subject.ts'
import { readSubject } from './read-subject.ts'
import type { Place, RetrievalStore } from './retrieval-store.ts'

interface SearchingModel {
  textEncoder: { tokenizer: Tokenizer }
  networks: Pick<Networks, 'wordVectors'>
  retrieval: RetrievalStore | null
}

/** What is near in text to the things of a prompt. */
export interface Found {
  store: RetrievalStore
  style: string
  /** Null if the prompt names no background. */
  place: Place | null
  /** One for each thing in the picture, in order; the same list for things of one kind. */
  things: NearConcept[][]
}

/** Further than this is another thing altogether: the model then draws without help. */
const NEAR_ENOUGH = 0.45
/** A phrase this near to one name is that one thing, whatever joints and prepositions it has. */
const ONE_THING = 0.88
const CANDIDATES = 6

/**
 * Reads a prompt, as it is at the end of the drawing, and finds what is near to it in the model's store.
 *
 * @returns null for a model that has none
 */
export async function findNear(model: SearchingModel, prompt: string): Promise<Found | null> {
  const { retrieval: store } = model
  if (!store) return null
  const plain = promptAt(parsePrompt(prompt), 1, 1)
    .flat()
    .map(({ text }) => text)
    .join(' ')
  const { style, place, whole, things } = readSubject(plain, store)
  const together = await nearTo(model, store, whole.words)
  const kinds = isOneThing(together) ? [whole] : things
  const found: NearConcept[][] = []
  for (const thing of kinds) {
    const near = await nearToThing(model, store, thing)
    if (near.length > 0) found.push(...Array.from({ length: thing.count }, () => near))
  }
  return { store, style: style ?? store.plainStyle, place, things: found }
}

function isOneThing(near: readonly NearConcept[]): boolean {
  return (near[0]?.score ?? 0) >= ONE_THING
}

async function nearToThing(
  model: SearchingModel,
  store: RetrievalStore,
  { words, head, count }: Thing,
): Promise<NearConcept[]> {
  const whole = await nearTo(model, store, words)
  const near = isOneThing(whole) ? whole : await nearTo(model, store, head)
  if (count === 1) return near
  const one = await nearTo(model, store, [...head.slice(0, -1), singular(head.at(-1) ?? '')])
  return (one[0]?.score ?? 0) > (near[0]?.score ?? 0) ? one : near
}

/** The word for one of several: "berries" to "berry". */
function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

async function nearTo(
  { textEncoder: { tokenizer }, networks }: SearchingModel,
  store: RetrievalStore,
  words: readonly string[],
): Promise<NearConcept[]> {
  const tokens = tokenizer.tokens(words.join(' ')).slice(0, tokenizer.maxTokens)
  if (tokens.length === 0) return []
  const vectors = await networks.wordVectors([tokenizer.frame(tokens)])
  return nearestConcepts(store, vectors, CANDIDATES).filter(({ score }) => score > NEAR_ENOUGH)
}
