/** English texts, as they stand in the code, and what they are in another language; `{name}` stands for what is filled in. */
export type Texts = Readonly<Record<string, string>>

interface Template {
  /** What stands before the first and after the last place, to pass over most templates at once. */
  start: string
  end: string
  pattern: RegExp
  names: string[]
  text: string
  /** Letters of its own: the template that says most about a text is the one that it was made of. */
  weight: number
}

const PLACE = /\{(\w+)\}/
/** What can stand in a place of some name; anything in all others. */
const PLACES = new Map([
  ['count', '[\\d,]+'],
  ['plan', '\\w+'],
  // "a", "b" or "c"
  ['words', '"[^"]*"(?:(?:, | or )"[^"]*")*'],
])
/** A number as English groups it. */
const GROUPED = /^\d{1,3}(?:,\d{3})+$/
/** No text of ours is longer; what is would only cost time. */
const LONGEST = 2000

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const patternOfPart = (part: string, at: number): string =>
  at % 2 === 0 ? escaped(part) : `(${PLACES.get(part) ?? '.+?'})`

function templateOf(english: string, text: string): Template {
  // Texts and names of places take turns.
  const parts = english.split(PLACE)
  const texts = parts.filter((_part, at) => at % 2 === 0)
  return {
    start: texts[0]!,
    end: texts.at(-1)!,
    pattern: new RegExp(`^${parts.map(patternOfPart).join('')}$`, 's'),
    names: parts.filter((_part, at) => at % 2 === 1),
    text,
    weight: texts.join('').length,
  }
}

/** Puts a day or month of an English text (`Nov 5, 2026`, `November 2026`) into another language. */
function dateIn(locale: string, written: string, how: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(`${written} UTC`)
  if (Number.isNaN(at)) return written
  return new Intl.DateTimeFormat(locale, { ...how, timeZone: 'UTC' }).format(at)
}

/**
 * Finds texts by what they are in English. What is filled in stays as it is, but for places whose name begins with
 * `said`, which are texts themselves, `day` (`Nov 5, 2026`) and `month` (`November 2026`), and `words`, a list.
 * @param options.locale how days and numbers are written
 * @param options.or what stands before the last of a list
 * @returns a text in the language, or as it came where it is not one of ours
 */
export function createTranslations(
  texts: Texts,
  { locale, or }: { locale: string; or: string },
): (english: string) => string {
  const whole = new Map(Object.entries(texts).filter(([english]) => !PLACE.test(english)))
  const templates = Object.entries(texts)
    .filter(([english]) => PLACE.test(english))
    .map(([english, text]) => templateOf(english, text))
    .toSorted((one, other) => other.weight - one.weight)

  const numbers = new Intl.NumberFormat(locale)

  function fillIn(name: string, value: string): string {
    if (name.startsWith('said')) return translate(value)
    if (name === 'day') return dateIn(locale, value, { dateStyle: 'medium' })
    if (name === 'month') return dateIn(locale, value, { month: 'long', year: 'numeric' })
    if (GROUPED.test(value)) return numbers.format(Number(value.replaceAll(',', '')))
    return name === 'words' ? value.replaceAll('" or "', `" ${or} "`) : value
  }

  function translate(english: string): string {
    const known = whole.get(english)
    if (known !== undefined) return known
    if (english.length > LONGEST) return english
    for (const { start, end, pattern, names, text } of templates) {
      if (!english.startsWith(start) || !english.endsWith(end)) continue
      const found = pattern.exec(english)
      if (!found) continue
      const values = new Map(names.map((name, at) => [name, fillIn(name, found[at + 1]!)]))
      return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values.get(name) ?? place)
    }
    return english
  }
  return translate
}
