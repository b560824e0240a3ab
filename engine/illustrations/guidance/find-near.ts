import { LRUCache } from 'lru-cache'
import type { Finish } from '#contract/jobs/finishes.ts'
import type { SubjectName } from '#lib/engine-spec/index.ts'
import type { Networks } from '../../diffusion/networks.ts'
import type { Tokenizer } from '../../diffusion/tokenizer/tokenizer.ts'
import type { NamedBackground } from '../background/backgrounds.ts'
import type { NearConcept } from '../store/nearest-concepts.ts'
import { nearestConcepts } from '../store/nearest-concepts.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'
import { textsOverSteps } from '../words/prompt-texts.ts'
import { understandSubject } from '../subject/understand-subject.ts'

interface SearchingModel {
  textEncoder: { tokenizer: Tokenizer }
  networks: Pick<Networks, 'wordVectors'>
  retrieval: RetrievalStore | null
}

/** What the store has for the things of a prompt. */
export interface Found {
  store: RetrievalStore
  style: string
  /** Null if the prompt names no background. */
  background: NamedBackground | null
  /** One for each thing in the picture, in order; the same one for things of one kind. */
  things: FoundThing[]
  /** Whether the prompt is about something that the store does not have. */
  isMainUnknown: boolean
  /** Whether the prompt asks for no thing at all. */
  isEmpty: boolean
  /** With it the things stand alone, and no background is found. */
  finish: Finish | null
}

export interface FoundThing {
  /** The thing itself first; others, which are near in text, show how its style is drawn. */
  near: NearConcept[]
  /** The name of a colour that the thing does not have by its own name. */
  colour: string | null
  /** It is what a LoRA was trained on: its own photos show it. */
  isSubject?: boolean
}

const CANDIDATES = 6
/** Further than this is another thing altogether, whose style says little of this one's. */
const NEAR_ENOUGH = 0.45
/** Things that are only near are never as good as the thing itself. */
const MOST_NEAR = 0.9

/**
 * Finds what a model's store has for a prompt as it is in each of some steps.
 *
 * @param negativePrompt what it names in its last step is not looked at for its style either
 * @returns null for a model that has no store
 */
export async function findOverSteps(
  model: SearchingModel,
  {
    prompt,
    negativePrompt,
    subject,
    finish = null,
  }: {
    prompt: string
    negativePrompt: string
    subject?: SubjectName
    finish?: Finish | null | undefined
  },
  steps: number,
): Promise<((step: number) => Found) | null> {
  const { retrieval: store } = model
  if (!store) return null
  const unwanted = textsOverSteps(negativePrompt, steps).at(-1) ?? ''
  const known = new Map<string, Found>()
  const all: Found[] = []
  for (const text of textsOverSteps(prompt, steps)) {
    const found =
      known.get(text) ?? (await find(model, store, { text, negative: unwanted, subject, finish }))
    known.set(text, found)
    all.push(found)
  }
  return (step) => all[Math.min(step, steps) - 1]!
}

async function find(
  model: SearchingModel,
  store: RetrievalStore,
  {
    text,
    negative,
    subject,
    finish,
  }: {
    text: string
    negative: string
    subject: SubjectName | undefined
    finish: Finish | null
  },
): Promise<Found> {
  const isWord = (word: string): boolean =>
    model.textEncoder.tokenizer.unknownWords(word).length === 0
  const read = understandSubject(text, store, isWord, subject)
  const unwanted = new Set(wordsOf(negative))
  const things: FoundThing[] = []
  for (const { concept, colour, count } of read.isMainUnknown ? [] : read.things) {
    const isSubject = concept === read.standIn
    const name = isSubject ? read.kindName : store.concepts[concept]!.name
    const others = (await nearTo(model, store, name)).filter(
      (one) =>
        one.concept !== concept &&
        !wordsOf(store.concepts[one.concept]!.name).some((word) => unwanted.has(word)),
    )
    const near = [{ concept, score: 1 }, ...others]
    if (isSubject) {
      things.push({ near, colour: null, isSubject })
      continue
    }
    const own = name.split(' ').includes(colour ?? '')
    const one = { near, colour: own ? null : colour }
    things.push(...Array.from({ length: count }, () => one))
  }
  return {
    store,
    style: read.style ?? store.plainStyle,
    background: finish === null ? read.background : null,
    things,
    isMainUnknown: read.isMainUnknown,
    isEmpty: read.isEmpty,
    finish,
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

/** What was found, by the name, for each store: a thing is often drawn again. */
const searches = new WeakMap<RetrievalStore, LRUCache<string, readonly NearConcept[]>>()
const KEPT_SEARCHES = 200

async function nearTo(
  { textEncoder: { tokenizer }, networks }: SearchingModel,
  store: RetrievalStore,
  name: string,
): Promise<readonly NearConcept[]> {
  const known = searches.get(store) ?? new LRUCache({ max: KEPT_SEARCHES })
  searches.set(store, known)
  const before = known.get(name)
  if (before) return before
  const tokens = tokenizer.tokens(name).slice(0, tokenizer.maxTokens)
  const vectors = await networks.wordVectors([tokenizer.frame(tokens)])
  const near = nearestConcepts(store, vectors, CANDIDATES)
    .filter(({ score }) => score > NEAR_ENOUGH)
    .map(({ concept, score }) => ({ concept, score: Math.min(MOST_NEAR, score) }))
  known.set(name, near)
  return near
}
