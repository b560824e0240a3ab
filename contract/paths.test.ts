import { describe, expect, it } from 'vitest'
import { brandFiles as brands, isBuiltPage } from '#brands/index.ts'
import { CONTENT_FEATURES } from '#content/paths.ts'
import { paths } from './paths.ts'

const patterns = new Set<string>([
  ...Object.values(paths).map(({ pattern }) => pattern),
  ...Object.keys(CONTENT_FEATURES),
])

describe('paths', () => {
  it('leaves out what a query does not have, and escapes what it has', () => {
    expect(paths.textToImage.link({ prompt: 'a & b' })).toBe('/text-to-image?prompt=a+%26+b')
    expect(paths.login.link()).toBe('/login')
  })

  it('has every page that menus and footers may show', () => {
    const links = brands.flatMap(({ navigation, footer, defaultLoggedInLanding }) => [
      defaultLoggedInLanding,
      ...navigation.flatMap(({ link, links: inner = [] }) => [
        link,
        ...inner.map((one) => one.link),
      ]),
      ...footer.flatMap((group) => group.links.map(({ link }) => link)),
    ])
    const shown = [...new Set(links)].filter(isBuiltPage)
    expect(shown.length).toBeGreaterThan(5)
    expect(shown.filter((link) => !patterns.has(link))).toEqual([])
  })
})
