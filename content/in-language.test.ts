import type { ContentPage } from './content-page.ts'
import { expect, test } from 'vitest'
import { PROMPTS } from './es/prompts.ts'
import { mapTexts, pageInLanguage, spanishOf } from './in-language.ts'
import { contentPages, imagesOf } from './index.ts'

/** The same in both languages: what is written into prompts, proportions, names of samplers and of kinds of networks. */
const SAME = new Set([
  '1:1',
  '16:9',
  '3D',
  'Sampler',
  'LoRA',
  'Euler a',
  'DPM++ 2M Karras',
  'DPM++ SDE Karras',
  'UniPC',
  'DDIM',
  '20',
  '(word:1.3)',
  '[cat:dog:0.5]',
  '[cat|dog]',
  'BREAK',
  'SDXL',
  '1:1, 512 x 512',
  '3:2, 768 x 512',
  '2:3, 512 x 768',
  '16:9, 1024 x 576',
])

/** Every text of a page that is translated. */
function textsOf(page: ContentPage): string[] {
  const texts: string[] = []
  mapTexts(page, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

const used = new Map<object, Set<string>>()

test.each(contentPages.map((page) => [page.path, page] as const))(
  '%s has a Spanish text for each of its own, and the same images',
  (_path, page) => {
    const spanish = spanishOf(page)
    const texts = textsOf(page)
    // Before anything can fail, so that one fault is not told twice.
    used.set(spanish, new Set([...(used.get(spanish) ?? []), ...texts]))
    const missing = texts.filter(
      (text) => !(text in spanish) && !SAME.has(text) && !(text in PROMPTS),
    )
    expect(missing).toEqual([])
    const prompts = imagesOf(page).flatMap((image) => ('drawn' in image ? image.drawn.prompt : []))
    expect(prompts.filter((prompt) => !(prompt in PROMPTS))).toEqual([])

    const translated = pageInLanguage(page, 'es')
    expect(pageInLanguage(page, 'en')).toBe(page)
    expect(translated.path).toBe(page.path)
    expect(translated.sections.map(({ kind }) => kind)).toEqual(
      page.sections.map(({ kind }) => kind),
    )
    const sources = (images: ReturnType<typeof imagesOf>) =>
      images.map((image) => ('drawn' in image ? image.drawn : image.file))
    expect(sources(imagesOf(translated))).toEqual(sources(imagesOf(page)))
    expect(translated.actions.map(({ link }) => link)).toEqual(page.actions.map(({ link }) => link))
    // Of a length that searches show, as in English.
    expect(translated.description.length, translated.description).toBeLessThanOrEqual(165)
    expect(translated.title.length, translated.title).toBeLessThanOrEqual(50)
    const headings = translated.sections.map(({ heading }) => heading)
    expect(new Set(headings).size).toBe(headings.length)
  },
)

test('has no Spanish text that no page has any more', () => {
  const unused = [...used].flatMap(([spanish, texts]) =>
    Object.keys(spanish).filter((text) => !texts.has(text)),
  )
  expect(unused).toEqual([])
})

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()

test('keeps the places of prices', () => {
  for (const [english, spanish] of contentPages.flatMap((page) =>
    Object.entries(spanishOf(page)),
  )) {
    expect(placesIn(spanish), english).toEqual(placesIn(english))
  }
})

// Lists of pages and search engines show these as they are written.
test('titles and descriptions name no price', () => {
  for (const page of contentPages) {
    for (const text of [page.title, page.description, page.builtInDescription ?? ''])
      expect(text).not.toMatch(/[{}]|\d credit/)
  }
})
