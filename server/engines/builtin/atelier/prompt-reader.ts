import type { SubjectName, Understanding as Told } from '../../spec/index.ts'
import type { PromptReader } from '../diffusion/model-companion.ts'
import { loadPreviewMap, renderPreview } from '../diffusion/preview.ts'
import type { PreviewMap } from '../diffusion/preview.ts'
import type { Tokenizer } from '../diffusion/tokenizer/tokenizer.ts'
import { readStoreDescription } from './store/retrieval-store.ts'
import type { StoreDescription } from './store/retrieval-store.ts'
import { loadThumbnails } from './store/thumbnails.ts'
import { textsOverSteps } from './words/prompt-texts.ts'
import { singular } from './words/singular.ts'
import { placeIn, SPANISH_COLOURS } from './words/spanish/spanish-grammar.ts'
import { nameIn, suggestThings } from './words/suggest-things.ts'
import { type SubjectUnderstanding, understandSubject } from './subject/understand-subject.ts'

/** Pixels of the edge of the small picture of a thing. */
const EDGE = 64

/**
 * Reads prompts for a model folder with a store, without its networks: what is drawn later is what is said here. Null for a folder
 * without a store. Throws EngineError `model_broken`.
 */
export async function openPromptReader(
  modelDir: string,
  tokenizer: Tokenizer,
): Promise<PromptReader | null> {
  const store = await readStoreDescription(modelDir)
  if (!store) return null
  const isWord = (word: string): boolean => tokenizer.unknownWords(word).length === 0
  const show = showThings(modelDir, store)
  return {
    async understand(prompt, steps, subject) {
      const texts = new Set(textsOverSteps(prompt, steps))
      const readings = [...texts].map((text) => understandSubject(text, store, isWord, subject))
      const refused = readings.find(({ isMainUnknown }) => isMainUnknown)
      const known = readings.filter(({ isMainUnknown }) => !isMainUnknown)
      const told = new Map(
        known.flatMap((one) => tell(one, store, subject)).map((one) => [one.text, one]),
      )
      return {
        understood: await Promise.all(
          [...told.values()].map(async ({ text, concept }) => ({
            text,
            picture: concept === null ? null : await show(concept),
          })),
        ),
        leftOut: [...new Set(readings.flatMap(({ leftOut }) => leftOut))],
        unknown: [...new Set(readings.flatMap(({ unknown }) => unknown))],
        suggestions: refused ? suggestThings(refused, store) : null,
      } satisfies Told
    },
  }
}

/** "2 x blue dog - in the snow": each kind of thing, and where the first one is. */
function tell(
  { things, place, standIn, language }: SubjectUnderstanding,
  store: StoreDescription,
  subject: SubjectName | undefined,
): { text: string; concept: number | null }[] {
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

/** Small pictures of things; what they are made of is read when the first is asked for. */
function showThings(
  modelDir: string,
  store: StoreDescription,
): (concept: number) => Promise<string | null> {
  const pictures = new Map<number, Promise<string | null>>()
  let source: Promise<{ map: PreviewMap | null; latentsOf(concept: number): Float32Array }> | null
  source = null
  const load = async () => ({
    map: await loadPreviewMap(modelDir),
    latentsOf: await loadThumbnails(modelDir, store),
  })
  async function render(concept: number): Promise<string | null> {
    source ??= load()
    const { map, latentsOf } = await source
    const size = { width: store.cells, height: store.cells }
    return map && renderPreview(map, Float64Array.from(latentsOf(concept)), size, EDGE)
  }
  return (concept) => {
    const picture = pictures.get(concept) ?? render(concept)
    pictures.set(concept, picture)
    return picture
  }
}
