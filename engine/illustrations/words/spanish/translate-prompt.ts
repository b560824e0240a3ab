import type { ThingNames } from '../../store/thing-names.ts'
import { plain } from '../plain.ts'
import { BREAK, tokensOf } from '../read-setting.ts'
import {
  COLOURS,
  EMPTY_WORDS,
  ENGLISH_MARKS,
  FUNCTION_WORDS,
  PICTURE_WORDS,
  PLACES,
  SPANISH_MARKS,
} from './spanish-grammar.ts'

/** The longest names in Spanish have so many words. */
const LONGEST = 9
/** Ends what is named, and says nothing: what follows is said of the thing before. */
const SAID_OF = 'being'

/** Which language a prompt is in by its small words alone; null: they do not tell. */
export function languageOf(prompt: string): 'en' | 'es' | null {
  const tokens = tokensOf(prompt)
  if (tokens.some((token) => ENGLISH_MARKS.has(token))) return 'en'
  return tokens.some((token) => SPANISH_MARKS.has(token)) || /[ñ¿¡]/i.test(prompt) ? 'es' : null
}

type Piece = {
  kind: 'thing' | 'colour' | 'word' | 'unknown' | 'break'
  text: string
}

/** A prompt in English words, and what each stands for: as it was said, without accents. */
export interface Translation {
  text: string
  said: readonly { english: string; spanish: string }[]
}

/**
 * A Spanish prompt in the English words that are read: things by their names, colours before them. Words that it does not know
 * stay as they are, and say something of the thing before them.
 */
export function translatePrompt(prompt: string, names: ThingNames): Translation {
  const tokens = tokensOf(prompt)
  const pieces: Piece[] = []
  const said: Translation['said'][number][] = []
  for (let at = 0; at < tokens.length;) {
    const [piece, count] = readPiece(tokens, at, names, pieces.at(-1)?.kind === 'thing')
    if (piece) {
      pieces.push(piece)
      said.push({ english: piece.text, spanish: tokens.slice(at, at + count).join(' ') })
    }
    at += count
  }
  const text = inEnglishOrder(pieces)
    .map((piece) => piece.text)
    .join(' ')
  return { text, said }
}

function readPiece(
  tokens: readonly string[],
  at: number,
  names: ThingNames,
  isAfterThing: boolean,
): [Piece | null, number] {
  const token = tokens[at]!
  if (token === BREAK) return [{ kind: 'break', text: BREAK }, 1]
  const background = backgroundAt(tokens, at)
  if (background) return background
  const colour = COLOURS.get(singulars(token).find((form) => COLOURS.has(form)) ?? token)
  if (colour !== undefined && isAfterThing) return [{ kind: 'colour', text: colour }, 1]
  for (let count = Math.min(LONGEST, tokens.length - at); count > 0; count--) {
    const words = tokens.slice(at, at + count)
    const said = words.join(' ')
    const word = PLACES.get(said) ?? PICTURE_WORDS.get(said) ?? FUNCTION_WORDS.get(said)
    if (word !== undefined) return [{ kind: 'word', text: word }, count]
    const thing = thingOf(formsOf(words), names)
    if (thing !== undefined) return [{ kind: 'thing', text: thing }, count]
  }
  if (colour !== undefined) return [{ kind: 'word', text: colour }, 1]
  if (EMPTY_WORDS.has(token)) return [null, 1]
  return [{ kind: 'unknown', text: token }, 1]
}

/** The thing that one of the forms names: by its own name first, for "estrellas" is said of sparkles, too. */
function thingOf(forms: readonly string[], { spanish, things }: ThingNames): string | undefined {
  const known = forms.filter((form) => Object.hasOwn(spanish, form))
  const named = known.find((form) => plain(things[spanish[form]!]?.spanish ?? '') === form)
  const form = named ?? known[0]
  return form === undefined ? undefined : spanish[form]
}

/** "Sobre un fondo azul" as "on blue background". */
function backgroundAt(tokens: readonly string[], at: number): [Piece, number] | null {
  const place = tokens.slice(at, at + 3).indexOf('fondo')
  const isIntroduced = tokens
    .slice(at, at + place)
    .every((word) => /^(?:sobre|con|en|un|el)$/.test(word))
  if (place < 0 || !isIntroduced) return null
  const colour = COLOURS.get(tokens[at + place + 1] ?? '')
  const text = colour === undefined ? null : `on ${colour} background`
  return text === null ? null : [{ kind: 'word', text }, place + 2]
}

function inEnglishOrder(pieces: readonly Piece[]): Piece[] {
  const ordered: Piece[] = []
  for (const piece of pieces) {
    const before = ordered.at(-1)
    if (piece.kind === 'colour' && before?.kind === 'thing') ordered.splice(-1, 0, piece)
    else if (piece.kind === 'unknown' && before?.kind === 'thing')
      ordered.push({ kind: 'word', text: SAID_OF }, piece)
    else ordered.push(piece)
  }
  return ordered
}

/** A name as it is said, and of one where it is said of several: "ositos de peluche". */
function formsOf(words: readonly string[]): string[] {
  const [first = '', ...rest] = words
  return [
    words.join(' '),
    ...singulars(first).map((one) => [one, ...rest].join(' ')),
    ...singulars(first).map((one) =>
      [one, ...rest.map((word) => singulars(word)[0] ?? word)].join(' '),
    ),
  ]
}

function singulars(word: string): string[] {
  if (word.length < 4 || !word.endsWith('s')) return []
  return [
    word.slice(0, -1),
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
    ...(word.endsWith('ces') ? [`${word.slice(0, -3)}z`] : []),
  ]
}
