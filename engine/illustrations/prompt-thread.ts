/** What reads prompts for the model in a thread of its own: words that change over the steps are many texts. */
import { LRUCache } from 'lru-cache'
import type { SubjectName, Understanding as Told } from '#lib/engine-spec/index.ts'
import { modelBroken } from '../model-files.ts'
import { sameStyles } from './guidance/choose-neighbours.ts'
import { loadTokenizer } from '../diffusion/tokenizer/load-tokenizer.ts'
import { readStoreDescription, type StoreDescription } from './store/retrieval-store.ts'
import { type SubjectUnderstanding, understandSubject } from './subject/understand-subject.ts'
import { textsOverSteps } from './words/prompt-texts.ts'
import { isPerson } from './words/is-person.ts'
import { singular } from './words/singular.ts'
import { placeIn, SPANISH_COLOURS } from './words/spanish/spanish-grammar.ts'
import { nameIn, suggestThings } from './words/suggest-things.ts'

export interface PromptToRead {
  /** Names the folder as it was when it was opened. */
  opened: string
  modelDir: string
  asked: { prompt: string; steps: number; subject: SubjectName | undefined; isAlone: boolean }
}

/** As it is told, with the thing of the store in place of its picture. */
export interface PromptReading extends Omit<Told, 'understood'> {
  told: { text: string; concept: number | null }[]
}

interface OpenStore {
  store: StoreDescription
  /** Numbers of a concept's pictures. */
  picturesOf(concept: number): readonly number[]
  isWord(word: string): boolean
}

const stores = new LRUCache<string, Promise<OpenStore>>({ max: 4 })

async function openStore(modelDir: string): Promise<OpenStore> {
  const [store, tokenizer] = await Promise.all([
    readStoreDescription(modelDir),
    loadTokenizer(modelDir),
  ])
  if (!store) throw modelBroken(modelDir, 'has no store any more')
  const pictures: number[][] = store.concepts.map(() => [])
  for (const [picture, [concept]] of store.pictures.entries()) pictures[concept]?.push(picture)
  return {
    store,
    picturesOf: (concept) => pictures[concept] ?? [],
    isWord: (word) => tokenizer.unknownWords(word).length === 0,
  }
}

export default async function readPrompt({
  opened,
  modelDir,
  asked: { prompt, steps, subject, isAlone },
}: PromptToRead): Promise<PromptReading> {
  const opening = stores.get(opened) ?? openStore(modelDir)
  stores.set(opened, opening)
  opening.catch(() => stores.delete(opened))
  const { store, picturesOf, isWord } = await opening
  const texts = new Set(textsOverSteps(prompt, steps))
  const read = [...texts].map((text) => understandSubject(text, store, isWord, subject))
  const readings = isAlone ? read.map(withoutPlace) : read
  const refused = readings.find(({ isMainUnknown }) => isMainUnknown)
  const known = readings.filter(({ isMainUnknown }) => !isMainUnknown)
  const told = known.flatMap((one) => tell(one, store, subject))
  return {
    told: [...new Map(told.map((one) => [one.text, one])).values()],
    leftOut: [...new Set(readings.flatMap(({ leftOut }) => leftOut))],
    unknown: [...new Set(readings.flatMap(({ unknown }) => unknown))],
    sameStyles: sameStyles(
      store,
      told.flatMap(({ concept }) => (concept === null ? [] : [picturesOf(concept)])),
    ).map((styles) => styles.map((style) => `${style} style`)),
    isOfPerson: known.some(({ things: [main], standIn }) =>
      Boolean(main && main.concept !== standIn && isPerson(main.concept, store)),
    ),
    suggestions: refused ? suggestThings(refused, store) : null,
  }
}

/** Where it is to be is known and not drawn; a place alone is nothing then. */
function withoutPlace(read: SubjectUnderstanding): SubjectUnderstanding {
  const { place, things, leftOut, language } = read
  if (place === null) return read
  return {
    ...read,
    place: null,
    leftOut: [...leftOut, placeIn(language, place)],
    isMainUnknown: read.isMainUnknown || things.length === 0,
  }
}

/** "2 x blue dog - in the snow": each kind of thing, and where the first one is. */
function tell(
  { things, place, standIn, language }: SubjectUnderstanding,
  store: StoreDescription,
  subject: SubjectName | undefined,
): PromptReading['told'] {
  if (things.length === 0)
    return place === null ? [] : [{ text: placeIn(language, place), concept: null }]
  return things.map(({ concept, colour, count }, at) => {
    const where = at === 0 && place !== null ? ` - ${placeIn(language, place)}` : ''
    if (concept === standIn) return { text: `${subject?.name ?? ''}${where}`, concept: null }
    const name = nameIn(language, concept, store)
    const coloured = withColour(name, colour, language)
    const one = language === 'en' ? singular(coloured) : coloured
    const counted = count > 1 ? `${count} x ${one}` : coloured
    return { text: `${counted}${where}`, concept }
  })
}

function withColour(name: string, colour: string | null, language: 'en' | 'es'): string {
  if (colour === null) return name
  const said = language === 'es' ? (SPANISH_COLOURS[colour] ?? colour) : colour
  if (name.split(' ').includes(said)) return name
  return language === 'es' ? `${name}, ${said}` : `${said} ${name}`
}
