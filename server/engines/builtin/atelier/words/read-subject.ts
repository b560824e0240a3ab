import { replaceSynonyms } from './synonyms.ts'
import type { Names } from './synonyms.ts'
import type { NamedBackground } from '../background/backgrounds.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'

/** One kind of thing in a prompt. */
export interface Thing {
  words: string[]
  /** The words before the first preposition: what the thing is, without what it has or does, or where it is. */
  head: string[]
  /** The colour that it is to have, a word of the head; null if none is said. */
  colour: string | null
  count: number
}

/** What a prompt asks to see. */
export interface Subject {
  style: string | null
  /** Null if the prompt names no background. */
  background: NamedBackground | null
  /** All of it as one thing. */
  whole: Thing
  /** The same with a number above three, which may belong to a name: a four leaf clover. */
  named: Thing
  /** For each thing that it joins by "and", or lists, what may be said of it: beside the thing itself "highly detailed". */
  things: Thing[][]
}

type Words = Pick<RetrievalStore, 'styles' | 'emptyWords' | 'places' | 'colours'> & Names

interface Telling {
  empty: ReadonlySet<string>
  colours: ReadonlySet<string>
}

/** As many as the model has seen in one picture. */
export const MOST_THINGS = 3

const COUNTS: Record<string, number> = { two: 2, pair: 2, '2': 2, three: 3, '3': 3 }
/** More than fit; or part of a name. */
const MANY = 'several many four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10'.split(' ')
const NUMBERS = {
  ...COUNTS,
  ...Object.fromEntries(MANY.map((word) => [word, MOST_THINGS])),
}
const JOINTS = new Set(['and', 'beside', 'next'])
const PREPOSITIONS = new Set([
  'with',
  'in',
  'on',
  'under',
  'over',
  'behind',
  'at',
  'near',
  'wearing',
  'by',
  'from',
  'for',
  'inside',
  'outside',
  'among',
  'against',
  'above',
  'below',
  'around',
  'into',
  'onto',
  'during',
  'through',
])
/** What stands for any sign between parts of a prompt. */
const BREAK = ','
const ARTICLES = new Set(['a', 'an', 'the', 'one', 'some', 'my'])
/** Backgrounds that are no colour of their own. */
const SHADES: Record<string, string> = { dark: 'black', light: 'white' }
/** What a thing does: "a bear eating honey" is a bear, "a flying saucer" is no flying thing. */
const DOINGS = new Set(
  (
    'carrying chasing climbing cooking dancing doing drinking driving eating flying having holding hugging jumping laughing ' +
    'looking making playing reading riding running sailing showing singing sitting sleeping smiling smoking standing ' +
    'swimming using walking watching'
  ).split(' '),
)

/** Reads a plain prompt (without weights and brackets) for things, numbers and style; backgrounds are left out. */
export function readSubject(prompt: string, words: Words): Subject {
  const parts = prompt.toLowerCase().match(/[a-z0-9]+|[,.;:\n]/g) ?? []
  let text = ` ${parts.map((part) => (/[a-z0-9]/.test(part) ? part : BREAK)).join(' ')} `
  const style = words.styles.find((name) => text.includes(` ${name} style `)) ?? null
  if (style) text = text.replace(` ${style} style `, ' ')
  const background = words.places.find((one) => text.includes(` ${one.words} `)) ?? null
  if (background) text = text.replace(` ${background.words} `, ' ')
  const plain = plainBackground(text, words)
  const said = text
    .replace(plain?.phrase ?? '', ' ')
    .split(' ')
    .filter((word) => word !== '')
  const left = replaceSynonyms(said, words)
  const unbroken = left.filter((word) => word !== BREAK)
  const telling: Telling = {
    empty: new Set(words.emptyWords),
    colours: new Set(Object.keys(words.colours)),
  }
  return {
    style,
    background: background ?? plain?.background ?? (ON_WHITE.test(text) ? onWhite(words) : null),
    whole: readThing(unbroken, telling),
    named: readThing(unbroken, telling, COUNTS),
    things: readThings(left, telling),
  }
}

function onWhite({ colours }: Words): NamedBackground | null {
  const white = colours['white']
  return white ? { words: '', upper: white, lower: white, horizon: null } : null
}

/** A background that is named; without a place if it has no colour. */
function plainBackground(
  text: string,
  { colours }: Words,
): { phrase: string; background: NamedBackground | null } | null {
  if (!text.includes(' background ')) return null
  const names = Object.keys({ ...colours, ...SHADES }).join('|')
  const found =
    new RegExp(`${BEFORE}(?: plain| solid)? (${names})(?: gradient)? background `).exec(text) ??
    new RegExp(`${BEFORE}(?: ${ANY_BACKGROUND})* background `).exec(text)
  if (!found) return null
  const name = found[1] ?? ''
  const colour = colours[SHADES[name] ?? name]
  return {
    phrase: found[0],
    background: colour ? { words: found[0], upper: colour, lower: colour, horizon: null } : null,
  }
}

const BEFORE = '(?: on| with| against| in front of)?(?: an?| the)?'
const BARE = 'plain|solid|simple|clean|empty|transparent|neutral|minimal'
const ANY_BACKGROUND = `(?:${BARE}|blurred|blurry|abstract|vibrant|colorful|colourful|detailed|soft)`
/** What is to be cut out stands on white, as on a background that is to have nothing of its own. */
const ON_WHITE = new RegExp(
  ` (?:(?:${BARE}) background|no background|isolated|cutout|cut out|sticker|clipart) `,
)

/** Parts between commas are said of one thing, unless they begin as another: "a cat, a dog". */
function readThings(words: readonly string[], telling: Telling): Thing[][] {
  const groups: string[][][] = [[[]]]
  let hasThing = false
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? ''
    const begins = ARTICLES.has(next) || next in NUMBERS
    if (JOINTS.has(word) || (word === BREAK && begins && hasThing)) groups.push([[]])
    else if (word === BREAK) groups.at(-1)!.push([])
    else groups.at(-1)!.at(-1)!.push(word)
    if (at === 0) hasThing = ARTICLES.has(word) || word in NUMBERS
    else hasThing ||= word === BREAK && begins
  }
  return groups
    .map((parts) =>
      parts.map((part) => readThing(part, telling)).filter((thing) => thing.words.length > 0),
    )
    .filter((readings) => readings.length > 0)
}

function readThing(
  words: readonly string[],
  { empty, colours }: Telling,
  numbers: Record<string, number> = NUMBERS,
): Thing {
  const isTold = (word: string): boolean => !empty.has(word) && !PREPOSITIONS.has(word)
  const number = words.findIndex((word) => isTold(word))
  const count = numbers[words[number] ?? '']
  const rest = count ? words.slice(number + 1) : words
  const first = rest.findIndex((word) => isTold(word))
  const end = rest.findIndex((word, i) => i > first && (PREPOSITIONS.has(word) || DOINGS.has(word)))
  const told = rest.filter((word) => isTold(word))
  const head = end === -1 ? told : rest.slice(0, end).filter((word) => isTold(word))
  // The last word is the thing itself: an orange.
  const colour = head.slice(0, -1).find((word) => colours.has(word)) ?? null
  return { words: told, head, colour, count: count ?? 1 }
}
