import { BATHING, HARMLESS_BATHING } from './bathing-words.ts'
import { HARMLESS_HINTED, HINTED, PICTURED_HINTS } from './hinted-words.ts'
import { meantBy } from './misspelt-words.ts'
import { HARMLESS, PLAIN_WORDS, UNDRESSING, UNWANTED_COVER } from './likeness-words.ts'
import { HARMLESS_SLANG, SLANG } from './slang-words.ts'
import { heardAs } from './words-by-ear.ts'

/** Longest run of pieces that is read as one word. */
const MOST_PIECES = 3
const REFUSED = [...UNDRESSING, ...BATHING, ...SLANG, ...HINTED, ...PICTURED_HINTS]
const LEFT_OUT = [...HARMLESS, ...HARMLESS_BATHING, ...HARMLESS_SLANG, ...HARMLESS_HINTED]
/** As engines read it, of something that is drawn; one near to nothing or below takes it away and stays. */
const WEIGHT = /(?<=[\p{L})]\s*):\s*(?:0?\.[3-9]\d*|[1-9]\d*(?:\.\d+)?)(?![\d.%])/gu
const PLAIN = new Set(PLAIN_WORDS)
/** Letters that are written twice count once: in these words alone, as `bobs` is no `boobs`. */
const ONCE = new Map(
  PLAIN_WORDS.filter((word) => word !== 'boobs').map((word) => [once(word), word]),
)

/**
 * Whether a text would undress or sexualise somebody who is shown.
 * @param text in lower case and without accents
 */
export function namesUndressing(text: string): boolean {
  return readingsOf(text).some((reading) => {
    const rest = LEFT_OUT.reduce((left, phrase) => left.replace(phrase, ' '), reading)
    return REFUSED.some((says) => says.test(rest))
  })
}

/** Whether a negative prompt takes away what covers a body; that it names nudity is as it should be. */
export function unwantsCover(text: string): boolean {
  return UNWANTED_COVER.test(text)
}

/** As it stands with single spaces, and with the pieces of words put together. */
function readingsOf(text: string): string[] {
  const unweighted = text.replace(WEIGHT, ' ')
  const spaced = unweighted.replace(/[\s_*"“”]+/g, ' ').trim()
  const words = unweighted.replace(/[^a-z0-9'’+:-]+/g, ' ').trim()
  const mended = mend(unweighted.split(/[^a-z0-9'’]+/).filter(Boolean)).join(' ')
  return [...new Set([spaced, words, mended])]
}

/** `na ked`, `naaked`, `nakde` and `bestido` as the words they are meant to be. */
function mend(pieces: readonly string[]): string[] {
  const words: string[] = []
  for (let at = 0; at < pieces.length;) {
    const piece = withPlural(pieces[at]!)
    const joined = joinedFrom(pieces, at)
    words.push(joined?.word ?? ONCE.get(once(piece)) ?? meantBy(piece) ?? heardAs(piece) ?? piece)
    at += joined?.pieces ?? 1
  }
  return words
}

/** `clothez` is written so on purpose. */
function withPlural(piece: string): string {
  const plural = piece.replace(/z$/, 's')
  return PLAIN.has(plural) ? plural : piece
}

function joinedFrom(
  pieces: readonly string[],
  at: number,
): { word: string; pieces: number } | null {
  for (let count = 2; count <= MOST_PIECES; count++) {
    const word = pieces.slice(at, at + count).join('')
    if (pieces.length >= at + count && PLAIN.has(word)) return { word, pieces: count }
  }
  return null
}

function once(word: string): string {
  return word.replace(/([a-z])\1+/g, '$1')
}
