import { LRUCache } from 'lru-cache'
import { parsePrompt, promptAt } from '#contract/prompt-syntax.ts'
import type { PromptPart } from '#contract/prompt-syntax.ts'
import type { Networks } from '../../diffusion/networks.ts'
import type { Tokenizer } from '../../diffusion/tokenizer/tokenizer.ts'
import type { NearConcept } from '../store/nearest-concepts.ts'
import { nearestConcepts } from '../store/nearest-concepts.ts'
import type { Thing } from './read-subject.ts'
import { MOST_THINGS, readSubject } from './read-subject.ts'
import type { NamedBackground } from '../background/backgrounds.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'
import { singular } from './singular.ts'

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
  background: NamedBackground | null
  /** One for each thing in the picture, in order; the same one for things of one kind. */
  things: FoundThing[]
  /** Whether the prompt asks for no thing at all. */
  isEmpty: boolean
}

export interface FoundThing {
  /** Best first. */
  near: NearConcept[]
  /** The name of a colour that what is near does not have by its own name. */
  colour: string | null
}

/** Further than this is another thing altogether: the model then draws without help. */
const NEAR_ENOUGH = 0.45
/** A phrase this near to one name is that one thing, whatever joints and prepositions it has. */
const ONE_THING = 0.88
const CANDIDATES = 6
/** Words of less weight than this do not say what is looked for. */
const COUNTS_FROM = 0.5

/**
 * Finds what is near in the model's store to a prompt as it is in each of some steps.
 *
 * @param negativePrompt what it names in its last step is left out where something else is near too
 * @returns null for a model that has none
 */
export async function findOverSteps(
  model: SearchingModel,
  { prompt, negativePrompt }: { prompt: string; negativePrompt: string },
  steps: number,
): Promise<((step: number) => Found) | null> {
  const { retrieval: store } = model
  if (!store) return null
  const [nodes, negative] = [parsePrompt(prompt), parsePrompt(negativePrompt)]
  const unwanted = plainText(promptAt(negative, steps, steps))
  const known = new Map<string, Found>()
  const all: Found[] = []
  for (let step = 1; step <= steps; step++) {
    const text = plainText(promptAt(nodes, step, steps))
    const found = known.get(text) ?? (await findNear(model, store, text, unwanted))
    known.set(text, found)
    all.push(found)
  }
  return (step) => all[Math.min(step, steps) - 1]!
}

async function findNear(
  model: SearchingModel,
  store: RetrievalStore,
  plain: string,
  negative: string,
): Promise<Found> {
  const asked = new Set(wordsOf(plain))
  const unwanted = new Set(wordsOf(negative).filter((word) => !asked.has(word)))
  const { style, background, whole, named, things } = readSubject(plain, store)
  const known = await firstKnown(model, store, [named, whole])
  const found: FoundThing[] = []
  for (const readings of known ? [[known]] : things) {
    const room = MOST_THINGS - found.length
    if (room === 0) break
    const { near, colour, count } = await nearestReading(model, store, readings)
    const one = { near: withoutNamed(near, store, unwanted), colour }
    if (near.length > 0) found.push(...Array.from({ length: Math.min(count, room) }, () => one))
  }
  const isEmpty = whole.words.length === 0
  return { store, style: style ?? store.plainStyle, background, things: found, isEmpty }
}

/** The first of some readings of a prompt that is one known thing, whatever joints it has. */
async function firstKnown(
  model: SearchingModel,
  store: RetrievalStore,
  readings: readonly Thing[],
): Promise<Thing | null> {
  for (const reading of readings)
    if (isOneThing(await nearTo(model, store, reading.words))) return reading
  return null
}

/** Of what may be said of one thing, the first that is known; else what is nearest to anything. */
async function nearestReading(
  model: SearchingModel,
  store: RetrievalStore,
  readings: readonly Thing[],
): Promise<FoundThing & { count: number }> {
  const all: (FoundThing & { count: number })[] = []
  for (const reading of readings) {
    const found = { ...(await nearToThing(model, store, reading)), count: reading.count }
    if (isOneThing(found.near)) return found
    all.push(found)
  }
  const score = ({ near }: FoundThing): number => near[0]?.score ?? 0
  return all.reduce((best, one) => (score(one) > score(best) ? one : best))
}

/** The words of a prompt that count, without its signs; its sections are parts of a list. */
function plainText(sections: readonly PromptPart[][]): string {
  const said = (part: PromptPart): string => (part.weight < COUNTS_FROM ? ' ' : part.text)
  return sections.map((parts) => parts.map((part) => said(part)).join(' ')).join(', ')
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

/** What is near without what has an unwanted word in its name; all of it if nothing else is left. */
function withoutNamed(
  near: NearConcept[],
  { concepts }: RetrievalStore,
  unwanted: ReadonlySet<string>,
): NearConcept[] {
  const isUnwanted = ({ concept }: NearConcept): boolean =>
    wordsOf(concepts[concept]!.name).some((word) => unwanted.has(word))
  const wanted = near.filter((one) => !isUnwanted(one))
  return wanted.length > 0 ? wanted : near
}

function isOneThing(near: readonly NearConcept[]): boolean {
  return (near[0]?.score ?? 0) >= ONE_THING
}

/** A red heart is one thing; a blue dog is a dog, drawn blue. */
async function nearToThing(
  model: SearchingModel,
  store: RetrievalStore,
  thing: Thing,
): Promise<FoundThing> {
  const { colour } = thing
  const known = await knownThing(model, store, thing)
  if (known) {
    const name = store.concepts[known[0]!.concept]!.name
    return { near: known, colour: name.split(' ').includes(colour ?? '') ? null : colour }
  }
  const others = (list: readonly string[]): string[] => list.filter((word) => word !== colour)
  const bare = { ...thing, words: others(thing.words), head: others(thing.head) }
  return {
    near:
      (await knownThing(model, store, bare)) ?? (await nearTo(model, store, withHeadTwice(bare))),
    colour,
  }
}

/** What is near to a thing by the whole of what is said of it, or by what it is, if that is the name of one; else null. */
async function knownThing(
  model: SearchingModel,
  store: RetrievalStore,
  { words, head, count }: Pick<Thing, 'words' | 'head' | 'count'>,
): Promise<NearConcept[] | null> {
  const readings = [words, head].map((reading) => nearTo(model, store, reading))
  const said = (await Promise.all(readings)).find((near) => isOneThing(near)) ?? null
  if (count === 1) return said
  const one = await nearTo(model, store, [...head.slice(0, -1), singular(head.at(-1) ?? '')])
  const isNearer = isOneThing(one) && one[0]!.score > (said?.[0]!.score ?? 0)
  return isNearer ? one : said
}

/** The last word says what the others tell more of: a wedding dress is a dress. */
function withHeadTwice({ head, count }: Pick<Thing, 'head' | 'count'>): string[] {
  const last = head.at(-1)
  if (last === undefined) return []
  const thing = count > 1 ? singular(last) : last
  return [...head.slice(0, -1), thing, ...(head.length > 1 ? [thing] : [])]
}

/** What was found, by the words, for each store: a prompt is read in several ways, and often again. */
const searches = new WeakMap<RetrievalStore, LRUCache<string, readonly NearConcept[]>>()
const KEPT_SEARCHES = 200

async function nearTo(
  { textEncoder: { tokenizer }, networks }: SearchingModel,
  store: RetrievalStore,
  words: readonly string[],
): Promise<NearConcept[]> {
  const text = words.join(' ')
  const tokens = tokenizer.tokens(text).slice(0, tokenizer.maxTokens)
  if (tokens.length === 0) return []
  const known = searches.get(store) ?? new LRUCache({ max: KEPT_SEARCHES })
  searches.set(store, known)
  let near = known.get(text)
  if (!near) {
    const vectors = await networks.wordVectors([tokenizer.frame(tokens)])
    near = nearestConcepts(store, vectors, CANDIDATES).filter(({ score }) => score > NEAR_ENOUGH)
    known.set(text, near)
  }
  return [...near]
}
