/** A page as the search knows it. */
export interface ListedPage {
  title: string
  /** Root-relative. */
  link: string
  /** What it says of itself, in a sentence or two. */
  text: string
}

/** What is compared of a search or of an address: nobody needs more, and comparing takes time. */
const LONGEST = 80
/** Letters of a word that says what is looked for: not "to" and "for". */
const LEAST_TELLING = 4
const MOST_FOUND = 8
const MOST_NEAR = 3

/** Small words without accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Letters to add, leave out, replace or swap with their neighbor to make one word of the other. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    const [before, last] = [rows[i - 2], rows[i - 1]!]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(
          last[j]! + 1,
          row[j - 1]! + 1,
          last[j - 1]! + (isSame ? 0 : 1),
          isSwapped ? before![j - 2]! + 1 : Infinity,
        ),
      )
    }
    rows.push(row)
  }
  return rows[from.length]![to.length]!
}

/** How many wrong letters a word of this length may have. */
const slipsIn = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Whether one is the other with few wrong letters. */
const isNear = (asked: string, known: string): boolean =>
  Math.abs(asked.length - known.length) <= slipsIn(asked) &&
  distance(asked, known) <= slipsIn(asked)

/** 3 for the word itself, 2 for its beginning, 0 for another word. */
function likeness(asked: string, words: readonly string[]): number {
  if (words.includes(asked)) return 3
  return asked.length > 1 && words.some((word) => word.startsWith(asked)) ? 2 : 0
}

/** The same of a name, for which a slip is 1: longer texts have too many words that are near another. */
const likenessOfName = (asked: string, words: readonly string[]): number =>
  likeness(asked, words) || (words.some((word) => isNear(asked, word)) ? 1 : 0)

/** 0 unless the page has every word. */
function scoreOf({ title, link, text }: ListedPage, asked: readonly string[]): number {
  const [ofTitle, ofLink, ofText] = [wordsOf(title), wordsOf(link), wordsOf(text)]
  const scores = asked.map((word) =>
    Math.max(
      3 * likenessOfName(word, ofTitle),
      2 * likenessOfName(word, ofLink),
      likeness(word, ofText),
    ),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** The pages that have all words of a search, the likeliest first; none of a search without words. */
export function searchPages<Page extends ListedPage>(
  pages: readonly Page[],
  query: string,
): Page[] {
  const words = wordsOf(query.slice(0, LONGEST))
  const telling = words.filter(({ length }) => length >= LEAST_TELLING)
  const asked = telling.length > 0 ? telling : words
  if (asked.length === 0) return []
  return pages
    .map((page) => ({ page, score: scoreOf(page, asked) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
    .map(({ page }) => page)
}

const lastPartOf = (path: string): string => path.split('/').findLast((part) => part !== '') ?? ''

/** How far an address is from a page's: by all of it, or by its last part in another folder. Infinity: too far. */
function farness(path: string, { link }: ListedPage): number {
  if (isNear(path, link)) return distance(path, link)
  const [asked, known] = [lastPartOf(path), lastPartOf(link)]
  return known !== '' && isNear(asked, known) ? distance(asked, known) + 0.5 : Infinity
}

/**
 * The pages that an address which does not exist may have meant, the likeliest first: those with nearly the same address, then those
 * that have the words of its last part.
 */
export function nearPages<Page extends ListedPage>(pages: readonly Page[], path: string): Page[] {
  const asked = path.slice(0, LONGEST).toLowerCase().replace(/\/+$/, '')
  const near = pages
    .map((page) => ({ page, far: farness(asked, page) }))
    .filter(({ far }) => far < Infinity)
    .toSorted((a, b) => a.far - b.far)
    .map(({ page }) => page)
  return [...new Set([...near, ...searchPages(pages, lastPartOf(asked))])].slice(0, MOST_NEAR)
}
