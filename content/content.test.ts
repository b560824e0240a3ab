import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandFiles as brands, hasPage, isBuiltPage } from '#brands/index.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import { STYLES } from '#contract/styles.ts'
import { contentPages, imageFileOf, imagesOf } from './index.ts'
import { CONTENT_FEATURES } from './paths.ts'

const PUBLIC = join(import.meta.dirname, '../web/public')

test('every path has its page, and every page its path', () => {
  expect(contentPages.map(({ path }) => path).toSorted()).toEqual(
    Object.keys(CONTENT_FEATURES).toSorted(),
  )
})

test.each(contentPages.map((page) => [page.path, page] as const))(
  '%s has images that are there, ways on that lead somewhere, and texts of a length that searches show',
  (_path, page) => {
    for (const image of imagesOf(page)) {
      const file = 'drawn' in image ? imageFileOf(image.drawn) : image.file
      expect(existsSync(join(PUBLIC, file)), `${file} (npm run content:pictures)`).toBe(true)
      expect(image.alt.length).toBeGreaterThan(3)
    }
    const links = [
      ...page.actions.map(({ link }) => link),
      ...page.sections.flatMap((section) =>
        section.kind === 'cards' ? section.cards.map(({ link }) => link) : [],
      ),
    ]
    expect(links.filter((link) => !isBuiltPage(link.replace(/\?.*$/, '')))).toEqual([])
    for (const brand of brands.filter((one) => hasPage(one, page.path))) {
      expect(page.actions.some(({ link }) => hasPage(brand, link))).toBe(true)
    }
    expect(page.description.length).toBeLessThanOrEqual(165)
    expect(page.title.length).toBeLessThanOrEqual(50)
    const headings = page.sections.map(({ heading }) => heading)
    expect(new Set(headings).size).toBe(headings.length)
  },
)

test('what an image was drawn with is what a request can name', () => {
  const drawn = contentPages
    .flatMap(imagesOf)
    .flatMap((image) => ('drawn' in image ? image.drawn : []))
  expect(drawn.length).toBeGreaterThan(40)
  const unknownStyles = drawn.filter(
    ({ style }) => style !== undefined && !STYLES.some(({ id }) => id === style),
  )
  expect(unknownStyles).toEqual([])
  const unknownSamplers = drawn.filter(
    ({ sampler }) => sampler !== undefined && !SAMPLERS.includes(sampler),
  )
  expect(unknownSamplers).toEqual([])
})
