import type { NamedBackground } from '../background/backgrounds.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'

/** Style and background of a prompt, and what else it says. */
export interface Setting {
  style: string | null
  /** Null if the prompt names no background. */
  background: NamedBackground | null
  /** How the prompt says it: "in the snow". */
  place: string | null
  /** The other words in lower case, with {@link BREAK} between the parts. */
  tokens: string[]
}

/** What stands for any sign between parts of a prompt. */
export const BREAK = ','

type Words = Pick<RetrievalStore, 'styles' | 'places' | 'colours'>

/** Backgrounds that are no colour of their own. */
const SHADES: Record<string, string> = { dark: 'black', light: 'white' }

/** What something is formed or coloured like is not what it is: "guitar-shaped", "red-haired". */
const FORMED = /\b[a-z]+-([a-z]+(?:ed|like))\b/g

/** Words and breaks of a text without accents, in lower case. */
export function tokensOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(FORMED, '$1')
  const parts = plain.match(/[a-z0-9]+|[,.;:!?|\n]/g) ?? []
  return parts.map((part) => (/[a-z0-9]/.test(part) ? part : BREAK))
}

/** Reads a plain prompt (without weights and brackets) for style and background. */
export function readSetting(prompt: string, words: Words): Setting {
  let text = ` ${tokensOf(prompt).join(' ')} `
  const style = words.styles.find((name) => text.includes(` ${name} style `)) ?? null
  if (style) text = text.replace(` ${style} style `, ' ')
  const named = words.places.find((one) => text.includes(` ${one.words} `)) ?? null
  if (named) text = text.replace(` ${named.words} `, ' ')
  const plain = plainBackground(text, words)
  return {
    style,
    background: named ?? plain?.background ?? (ON_WHITE.test(text) ? onWhite(words) : null),
    place: named?.words ?? (plain?.background ? plain.phrase.trim() : null),
    tokens: text
      .replace(plain?.phrase ?? '', ' ')
      .split(' ')
      .filter((word) => word !== ''),
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
