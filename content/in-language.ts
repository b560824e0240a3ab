import { GUIDE } from './es/guide.ts'
import { HEADSHOTS } from './es/headshots.ts'
import { PROMPTS } from './es/prompts.ts'
import { STYLES } from './es/styles.ts'
import { TOOLS } from './es/tools.ts'
import type { ContentPage } from './content-page.ts'

type Texts = Readonly<Record<string, string>>

/** By the folders of the pages: a word may have to be another one there. */
const SPANISH: readonly [paths: RegExp, texts: Texts][] = [
  [/^\/guide/, GUIDE],
  [/^\/ai-img-generator\/styles\//, STYLES],
  [/headshots/, HEADSHOTS],
  [/^/, TOOLS],
]

/** What of a page is no text: where it leads, which kind it is, what an image is drawn with. */
const NO_TEXTS: ReadonlySet<string> = new Set([
  'path',
  'link',
  'file',
  'kind',
  'feature',
  'unless',
  'promises',
  'drawn',
  'asked',
  'prompt',
  'style',
])

/** A value with each of its texts said another way; what is no text stays as it is. */
export function mapTexts<T>(value: T, say: (text: string) => string): T {
  if (typeof value === 'string') return say(value) as T
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, say)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => [
    key,
    NO_TEXTS.has(key) ? inner : mapTexts(inner, say),
  ])
  return Object.fromEntries(entries) as T
}

/** The Spanish of the texts that the pages of its folder have, by what they are in English. */
export const spanishOf = ({ path }: Pick<ContentPage, 'path'>): Texts =>
  SPANISH.find(([paths]) => paths.test(path))![1]

/** The words of an example as they are asked for in Spanish; others stay as they are. */
export const promptInSpanish = (prompt: string): string => PROMPTS[prompt] ?? prompt

/** The examples of a page as they are asked for in Spanish; what their images were drawn with stays as it is. */
function askInSpanish<T>(value: T): T {
  if (Array.isArray(value)) return value.map(askInSpanish) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (key === 'prompt') return [[key, promptInSpanish(inner as string)]]
    if (key !== 'drawn') return [[key, askInSpanish(inner)]]
    return [
      [key, inner],
      ['asked', promptInSpanish((inner as { prompt: string }).prompt)],
    ]
  })
  return Object.fromEntries(entries) as T
}

/** A page as it is read in a language; the same images of the same prompts. */
export function pageInLanguage(page: ContentPage, language: string): ContentPage {
  if (language !== 'es') return page
  const texts = spanishOf(page)
  return askInSpanish(mapTexts(page, (text) => texts[text] ?? promptInSpanish(text)))
}
