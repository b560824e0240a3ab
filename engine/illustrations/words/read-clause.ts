import type { NameIndex } from './name-index.ts'
import { LONGEST_NAME } from './name-index.ts'
import { singular } from './singular.ts'
import {
  ARTICLES,
  DOINGS,
  FUNCTION_WORDS,
  JOINTS,
  KIND_WORDS,
  MEASURES,
  NEGATIONS,
  NOUNS_IN_ING,
  NUMBERS,
  OTHER_COMPOUNDS,
  PICTURE_WORDS,
  PREPOSITIONS,
  QUALITY_WORDS,
  REQUESTS,
} from './vocabulary.ts'
import type { WordClass } from './word-classes.ts'
import { classify } from './word-classes.ts'

/** A thing that a prompt names and the store has. */
export interface NamedThing {
  concept: number
  /** The name of a colour that it is to have; null if none is said. */
  colour: string | null
  count: number
}

/** What a part of a prompt between two signs says. */
export interface Clause {
  /** Whether it names a thing, which the store may have or not. */
  names: 'known' | 'unknown' | 'nothing'
  /** Whether it begins as a thing does: "a cat", "two dogs". */
  begins: boolean
  /** The last word of what it names. */
  head: string | null
  things: NamedThing[]
  /** Things that it says more of these by, and which are known. */
  others: string[]
  /** What is said of no known thing. */
  unknown: string[]
}

interface Words {
  index: NameIndex
  isColour(word: string): boolean
  isEmpty(word: string): boolean
}

/** What may follow the word for an image: "a logo with a crown". */
const INTRODUCTIONS = new Set(['of', 'for', 'with', 'showing', 'featuring', 'depicting', 'about'])
/** Images that are for something which they do not show. */
const MADE_FOR = new Set(['wallpaper', 'background', 'mockup', 'banner'])
/** Words after a name that may make another of it: "of the rings". */
const MOST_AFTER = 3
const PRONOUNS = new Set(['it', 'he', 'she', 'they'])

/** Something that is named, from `start` to `end`; `thing` is null if the store does not have it. */
interface Named {
  thing: NamedThing | null
  start: number
  end: number
}

/** Reads words that belong together; the first thing is what they are about. */
export function readClause(words: readonly string[], lists: Words): Clause {
  return new ClauseReader(words, lists).read()
}

class ClauseReader {
  readonly #words: readonly string[]
  readonly #classes: readonly WordClass[]
  readonly #lists: Words
  /** What need not be told of: 1 for each word that is heard or says nothing. */
  readonly #heard: Uint8Array
  /** 1 for each word of a compound that is another thing than its parts. */
  readonly #apart: Uint8Array
  readonly #things: NamedThing[] = []

  constructor(words: readonly string[], lists: Words) {
    this.#words = words
    this.#classes = classify(words)
    this.#lists = lists
    this.#apart = new Uint8Array(words.length)
    this.#heard = Uint8Array.from(words, (word) => Number(this.#saysNothing(word)))
  }

  read(): Clause {
    const words = this.#words
    let at = 0
    while (at < words.length && REQUESTS.has(words[at]!)) at++
    if (at === words.length) at = 0
    if (NEGATIONS.has(words[at] ?? '')) at = this.#skipNegated(at)
    const begins =
      ARTICLES.has(words[at] ?? '') || (words[at] ?? '') in NUMBERS || /^\d+$/.test(words[at] ?? '')
    const first = this.#isSentence(at) ? { thing: null, start: at, end: at } : this.#subject(at, 1)
    if (first?.thing) this.#things.push(first.thing)
    if (first) this.#readRest(first.end)
    return {
      names: first === null ? 'nothing' : first.thing ? 'known' : 'unknown',
      begins,
      head: first && first.end > first.start ? words[first.end - 1]! : null,
      things: this.#things,
      ...this.#tellRest(),
    }
  }

  #saysNothing(word: string): boolean {
    return (
      ARTICLES.has(word) ||
      PREPOSITIONS.has(word) ||
      JOINTS.has(word) ||
      NEGATIONS.has(word) ||
      FUNCTION_WORDS.has(word) ||
      REQUESTS.has(word) ||
      PICTURE_WORDS.has(word) ||
      QUALITY_WORDS.has(word) ||
      word in NUMBERS ||
      /^\d+$/.test(word) ||
      this.#lists.isColour(word) ||
      this.#lists.isEmpty(word)
    )
  }

  /** "It rains", "break a leg": nothing stands before what is done. */
  #isSentence(at: number): boolean {
    if (PRONOUNS.has(this.#words[at] ?? '')) return true
    const isDoing = this.#classes[at] === 'infinitive' || this.#classes[at] === 'verb'
    return isDoing && ARTICLES.has(this.#words[at + 1] ?? '') && !PREPOSITIONS.has(this.#words[at]!)
  }

  /** Past what is not to be seen, to after "but". */
  #skipNegated(from: number): number {
    let at = from
    while (at < this.#words.length && this.#words[at] !== 'but') this.#heard[at++] = 1
    return Math.min(at + 1, this.#words.length)
  }

  /** What is named from a word on; null if that is nothing. */
  #subject(from: number, times: number): Named | null {
    const words = this.#words
    let at = from
    let count = times
    for (; at < words.length; at++) {
      const word = words[at]!
      const number = NUMBERS[word]
      if (number !== undefined && this.#lists.index.find(words.slice(at, at + 1)) === null)
        count = number
      else if (
        !ARTICLES.has(word) &&
        // What it joined had too little weight: "a (cat:0.3) and a dog".
        !JOINTS.has(word) &&
        !/^\d+$/.test(word) &&
        !(word === 'of' && (words[at - 1] ?? '') in NUMBERS)
      )
        break
    }
    const end = this.#endOfHead(at)
    const named = this.#nameAt(at, end, count)
    if (named?.thing && named.end > end) return named
    const last = words[end - 1]
    const next = words[end] ?? ''
    const isFor = next === 'for' && MADE_FOR.has(last ?? '')
    const isShown = INTRODUCTIONS.has(next) && !isFor && this.#isPicture(at, end)
    if (isShown && !(named?.thing && named.end === end)) return this.#subject(end + 1, 1)
    if (end > at && words[end] === 'of' && MEASURES[singular(last!)] !== undefined) {
      const parts = this.#subject(end + 1, Math.max(count, MEASURES[singular(last!)]!))
      if (parts) {
        this.#heard.fill(1, at, end)
        return parts
      }
    }
    return named
  }

  /** "Pencil drawing", "logo": what an image is called, last of it what it is. */
  #isPicture(from: number, to: number): boolean {
    for (let at = to - 1; at >= from; at--) {
      if (PICTURE_WORDS.has(this.#words[at]!)) return true
      if (!QUALITY_WORDS.has(this.#words[at]!)) return false
    }
    return false
  }

  #endOfHead(from: number): number {
    let hasNoun = false
    let at = from
    for (; at < this.#words.length; at++) {
      const word = this.#words[at]!
      if (PREPOSITIONS.has(word) || JOINTS.has(word) || NEGATIONS.has(word) || word === 'please')
        break
      if (hasNoun && (ARTICLES.has(word) || this.#isDoing(at))) break
      hasNoun ||= this.#classes[at] === 'noun' || this.#isName(at)
    }
    return at
  }

  #isName(at: number): boolean {
    return this.#lists.index.find([this.#words[at]!]) !== null
  }

  #isDoing(at: number): boolean {
    if (DOINGS.has(this.#words[at]!) || this.#isDoneByKnown(at)) return true
    const kind = this.#classes[at]!
    const next = this.#words[at + 1]
    const isBare = next === undefined || ARTICLES.has(next) || PREPOSITIONS.has(next)
    if (kind === 'infinitive' && !isBare) return false
    return (kind === 'verb' || kind === 'gerund' || kind === 'infinitive') && !this.#isName(at)
  }

  /** "A dragon breathing fire" is a dragon: a verb in -ing ends the known noun before it, unless both name something together. */
  #isDoneByKnown(at: number): boolean {
    const word = this.#words[at]!
    if (!/..ing$/.test(word) || NOUNS_IN_ING.has(word) || PICTURE_WORDS.has(word)) return false
    const before = this.#words[at - 1]
    if (before === undefined || at + 1 >= this.#words.length) return false
    const { find } = this.#lists.index
    const isNoun = [this.#words.slice(at), this.#words.slice(at, at + 2), [word]].some(
      (words) => find(words) !== null,
    )
    return !isNoun && this.#isName(at - 1) && find([before, word]) === null
  }

  /** What the last words of a head name, without words for images and their quality; null if there is nothing else. */
  #nameAt(from: number, to: number, count: number): Named | null {
    for (let end = to; end > from; end--) {
      const found = this.#longestName(from, end)
      if (found) {
        const { start } = found
        const said = this.#words.slice(from, start)
        const isOther = this.#isOtherThing(start, found.end)
        if (isOther) this.#apart.fill(1, Math.max(from, start - 1), found.end)
        const colour = said.find((word) => this.#lists.isColour(word)) ?? null
        const thing = isOther ? null : { concept: found.concept, colour, count }
        if (thing) this.#heard.fill(1, start, found.end)
        return { thing, start: from, end: found.end }
      }
      const last = this.#words[end - 1]!
      if (!PICTURE_WORDS.has(last) && !QUALITY_WORDS.has(last) && !this.#lists.isEmpty(last))
        return { thing: null, start: from, end }
    }
    return null
  }

  /** The longest name that begins in a head and reaches its end, or beyond it: "a cup with a straw". */
  #longestName(from: number, end: number): { concept: number; start: number; end: number } | null {
    for (let start = from; start < end; start++) {
      if (ARTICLES.has(this.#words[start]!)) continue
      for (let to = Math.min(this.#words.length, start + LONGEST_NAME); to >= end; to--) {
        const name = this.#words.slice(start, to).filter((word) => !ARTICLES.has(word))
        const concept = this.#lists.index.find(name)
        const isSaidOfImages = start > from && name.length === 1 && QUALITY_WORDS.has(name[0]!)
        if (concept !== null && !isSaidOfImages) return { concept, start, end: to }
      }
    }
    return null
  }

  /** A dog collar is no dog, and a dog house no house for people. */
  #isOtherThing(start: number, end: number): boolean {
    const before = this.#words[start - 1]
    const name = this.#words.slice(start, end)
    const one = [...name.slice(0, -1), singular(name.at(-1)!)]
    const more = this.#words.slice(end, end + MOST_AFTER).filter((word) => !ARTICLES.has(word))
    if (more[0] === 'of' && OTHER_COMPOUNDS.has([...one, 'of', more[1]].join(' '))) return true
    if (before === undefined) return false
    if ([name, one].some((form) => OTHER_COMPOUNDS.has([before, ...form].join(' ')))) return true
    if (KIND_WORDS.has(before) || this.#lists.isColour(before)) return false
    const own = this.#lists.index.find(name)
    const isOther = (length: number): boolean => {
      const other = this.#lists.index.find(this.#words.slice(start - length, start))
      return other !== null && other !== own
    }
    return (this.#classes[start - 1] === 'noun' && isOther(1)) || (start > 1 && isOther(2))
  }

  /** What follows the first thing: others that are joined to it, and what is said of it. */
  #readRest(from: number): void {
    let isWithin = false
    for (let at = from; at < this.#words.length; at++) {
      const word = this.#words[at]!
      if (NEGATIONS.has(word)) at = this.#skipNegated(at) - 1
      else if (JOINTS.has(word)) {
        const next = this.#words[at + 1] === 'to' ? at + 2 : at + 1
        const begins = ARTICLES.has(this.#words[next] ?? '') || (this.#words[next] ?? '') in NUMBERS
        const joined = begins || !isWithin ? this.#subject(next, 1) : null
        if (joined?.thing) this.#things.push(joined.thing)
        if (joined && joined.end > at) at = joined.end - 1
      } else isWithin ||= PREPOSITIONS.has(word) || this.#isDoing(at)
    }
  }

  /** Known things that were not taken, and what else was said. */
  #tellRest(): Pick<Clause, 'others' | 'unknown'> {
    const others: string[] = []
    const runs: number[][] = []
    for (let at = 0; at < this.#words.length; at++) {
      if (this.#heard[at] === 1) continue
      const known = this.#apart[at] === 1 ? at : this.#knownFrom(at)
      if (known > at) {
        others.push(this.#words.slice(at, known).join(' '))
        this.#heard.fill(1, at, known)
        at = known - 1
      } else if (runs.at(-1)?.at(-1) === at - 1) runs.at(-1)!.push(at)
      else runs.push([at])
    }
    return { others, unknown: runs.map((run) => this.#tellRun(run)) }
  }

  /** The end of a name that begins at a word and that no word which is not known follows. */
  #knownFrom(at: number): number {
    for (let to = Math.min(this.#words.length, at + LONGEST_NAME); to > at; to--) {
      const isHead =
        to === this.#words.length || this.#heard[to] === 1 || this.#classes[to] !== 'noun'
      if (isHead && this.#lists.index.find(this.#words.slice(at, to)) !== null) return to
    }
    return at
  }

  #tellRun(run: readonly number[]): string {
    return run.map((at) => this.#words[at]!).join(' ')
  }
}
