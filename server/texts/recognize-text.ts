import { catalogueOf, featuresIn } from './catalogues.ts'
import {
  type Branches,
  type MessageSentence,
  type Place,
  sentencesOf,
} from './message-sentences.ts'
import { inEnglish } from './say.ts'
import type { Said, Text, Value } from './text.ts'

interface Pattern {
  key: string
  /** Its text before the first and after the last place, to pass over most patterns at once. */
  start: string
  end: string
  expression: RegExp
  places: Place[]
  branches: Branches
  /** Letters of its own: the pattern that says most about a sentence is the one that it was made of. */
  weight: number
}

/** Expressions for places of some names; in all others anything can stand. */
const PLACES = new Map([
  ['plan', String.raw`\w+`],
  // "a", "b" or "c"
  ['words', '"[^"]*"(?:(?:, | or )"[^"]*")*'],
])
const NUMBER = String.raw`\d[\d,]*`
/** No text of ours is longer; what is would only cost time. */
const LONGEST = 2000
/** A message of less letters is hardly more than its values, and tells nothing. */
const FEWEST_LETTERS = 3

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function patternOf(key: string, { parts, branches }: MessageSentence): Pattern {
  const words = parts.filter((part) => typeof part === 'string')
  const source = parts.map((part) => {
    if (typeof part === 'string') return escaped(part)
    const isNumber = part.isCounted || branches[part.name]?.isPlural
    return `(${isNumber ? NUMBER : (PLACES.get(part.name) ?? '.+?')})`
  })
  const edge = (part: string | Place | undefined) => (typeof part === 'string' ? part : '')
  return {
    key,
    start: edge(parts[0]),
    end: edge(parts.at(-1)),
    expression: new RegExp(`^${source.join('')}$`, 's'),
    places: parts.filter((part) => typeof part !== 'string'),
    branches,
    weight: words.join('').replaceAll(/[^a-z]/gi, '').length,
  }
}

/** The English sentences of all catalogues: whole ones, and those with places, those of most letters first. */
function readPatterns(): { whole: Map<string, Text>; patterns: Pattern[] } {
  const all = featuresIn('en')
    .flatMap((feature) =>
      [...(catalogueOf('en', feature) ?? [])].flatMap(([name, message]) =>
        sentencesOf(message).map((sentence) => patternOf(`${feature}.${name}`, sentence)),
      ),
    )
    .filter(({ weight }) => weight >= FEWEST_LETTERS)
  const isWhole = ({ places, branches }: Pattern) =>
    places.length === 0 && Object.keys(branches).length === 0
  return {
    whole: new Map(all.filter(isWhole).map(({ key, start }) => [start, { key }])),
    patterns: all
      .filter((pattern) => !isWhole(pattern))
      .toSorted((one, other) => other.weight - one.weight),
  }
}

/** Reads a day or month as English writes it (`Nov 5, 2026`, `November 2026`); null: it is none. */
function readDate(written: string, length: number): string | null {
  const at = Date.parse(`${written} UTC`)
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, length)
}

function readValue({ name, isCounted }: Place, branches: Branches, written: string): Value {
  if (isCounted || branches[name]?.isPlural) return Number(written.replaceAll(',', ''))
  if (name.startsWith('said')) return recognizeText(written) ?? written
  if (name === 'day') {
    const day = readDate(written, 10)
    return day === null ? written : { day }
  }
  if (name === 'month') {
    const month = readDate(written, 7)
    return month === null ? written : { month }
  }
  if (name === 'words')
    return { words: [...written.matchAll(/"([^"]*)"/g)].map(([, word]) => word!) }
  return written
}

/** The values by which a message takes these branches; a number that is written in the sentence replaces its own. */
function choose(branches: Branches): Record<string, Value> {
  const named = Object.entries(branches).map(([name, { isPlural, branch }]): [string, Value] => {
    if (!isPlural) return [name, branch]
    return [name, branch === 'one' ? 1 : Number(/\d+/.exec(branch)?.[0] ?? 2)]
  })
  return Object.fromEntries(named)
}

let read: ReturnType<typeof readPatterns> | undefined

/**
 * Finds the text that a finished English sentence was made of: rows from before texts have nothing else.
 * @returns a text that says this very sentence; null: none does
 */
function recognizeText(english: string): Text | null {
  read ??= readPatterns()
  const whole = read.whole.get(english)
  if (whole !== undefined) return whole
  if (english.length > LONGEST) return null
  for (const { key, start, end, expression, places, branches } of read.patterns) {
    if (!english.startsWith(start) || !english.endsWith(end)) continue
    const found = expression.exec(english)
    if (!found) continue
    const written = places.map(
      (place, at) => [place.name, readValue(place, branches, found[at + 1]!)] as const,
    )
    const values: Text['values'] = { ...choose(branches), ...Object.fromEntries(written) }
    const text = { key, values }
    if (inEnglish(text) === english) return text
  }
  return null
}

/** Returns the text of a finished English sentence, or the sentence where it is none of ours. */
export const asText = (english: string): Said => recognizeText(english) ?? english
