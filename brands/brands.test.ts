import { existsSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { FEATURES } from '#contract/values/features.ts'
import { NavbarLink } from '#contract/site.ts'
import { CONTENT_FEATURES } from '#content/paths.ts'
import { paths } from '#contract/paths.ts'
import { brandFiles as brands, brandInLanguage, brandOfHost, isBuiltPage } from './index.ts'
import * as shared from './shared.ts'
import { SPANISH } from './spanish.ts'

const PUBLIC = path.join(import.meta.dirname, '../web/public')

it('has the specified counters on the main brand', () => {
  expect(brands[0].counters).toEqual({ images: 3744453, users: 35200 })
})

describe('brandOfHost', () => {
  it.each([
    ['easel.localhost', 'easel'],
    ['portrait.localhost:3000', 'portrait'],
    ['ATELIER.localhost.:80', 'atelier'],
    ['Easel.Localhost', 'easel'],
    // Nobody claims these.
    ['127.0.0.1:3000', 'atelier'],
    ['[::1]:3000', 'atelier'],
    ['easel.localhost.example.com', 'atelier'],
    ['example.com', 'atelier'],
    ['', 'atelier'],
    [undefined, 'atelier'],
  ])('%s -> %s', (host, id) => {
    expect(brandOfHost(host).id).toBe(id)
  })

  it('finds a brand by a host that it claims', () => {
    const [, easel] = brands
    easel!.hosts.push('paint.example')
    try {
      expect(brandOfHost('Paint.Example:443').id).toBe('easel')
    } finally {
      easel!.hosts.pop()
    }
  })
})

it('says once what is the same in several brands', () => {
  const groups = [
    ...new Set(brands.flatMap(({ navigation, footer }) => [...navigation, ...footer])),
  ]
  const texts = groups.map((group) => JSON.stringify(group))
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
})

it('has a brand to copy whose groups are shared, so that its copy repeats none', () => {
  const groups = new Set<unknown>(Object.values(shared))
  const { navigation, footer } = brands.find(({ id }) => id === 'easel')!
  expect([...navigation, ...footer].filter((group) => !groups.has(group))).toEqual([])
})

describe.each(brands)('$id', (brand) => {
  it('claims no host of another brand', () => {
    const others = brands.filter((other) => other !== brand)
    expect(others.filter(({ hosts }) => hosts.some((host) => brand.hosts.includes(host)))).toEqual(
      [],
    )
  })

  it('has navigation that the contract allows and known features', () => {
    for (const item of brand.navigation) expect(NavbarLink.parse(item)).toEqual(item)
    expect(FEATURES).toEqual(expect.arrayContaining(brand.features))
    expect(new Set(brand.features).size).toBe(brand.features.length)
  })

  it('has the specified description', () => {
    expect(brand.description).toBe('Make your imagination come true')
  })

  it('shows an example and figures of its own', () => {
    const files = ({ example }: typeof brand) => [example.before.file, example.after.file]
    for (const other of brands) {
      if (other === brand) continue
      expect(files(brand).filter((file) => files(other).includes(file))).toEqual([])
      expect(brand.counters).not.toEqual(other.counters)
      expect(brand.hero.picture).not.toBe(other.hero.picture)
    }
  })

  it('has the images of its first screen, in the size that it says', async () => {
    const { width, height, ...images } = brand.example
    for (const { file, light } of Object.values(images)) {
      const found = await sharp(path.join(PUBLIC, file)).metadata()
      expect([found.width, found.height]).toEqual([width, height])
      if (light === undefined) continue
      const lighter = await sharp(path.join(PUBLIC, light)).metadata()
      expect(lighter.width / lighter.height).toBe(width / height)
      expect(lighter.hasAlpha).toBe(found.hasAlpha)
    }
    const cards = [...Object.values(brand.toolCards ?? {}), ...(brand.packPictures ?? [])]
    for (const file of [brand.hero.picture, ...cards])
      expect(existsSync(path.join(PUBLIC, file))).toBe(true)
  })
})

describe('isBuiltPage', () => {
  it('knows only pages that the web app has', () => {
    const patterns: string[] = [
      ...Object.values(paths).map(({ pattern }) => pattern),
      ...Object.keys(CONTENT_FEATURES),
    ]
    const links = brands.flatMap(({ navigation, footer, defaultLoggedInLanding }) => [
      ...navigation.flatMap((item) => [item.link, ...(item.links ?? []).map(({ link }) => link)]),
      ...footer.flatMap((group) => group.links.map(({ link }) => link)),
      defaultLoggedInLanding,
    ])
    const built = [...new Set(links)].filter(isBuiltPage)
    expect(built).toContain('/text-to-image')
    expect(patterns).toEqual(expect.arrayContaining(built))
  })
})

describe('in Spanish', () => {
  /** All that a brand says, and nothing else that it has: ids, links. */
  const textsOf = (value: unknown): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, inner]) => {
          if (key === 'examples') return inner as string[]
          if (typeof inner !== 'string') return textsOf(inner)
          return ['label', 'description', 'title', 'text', 'action', 'price'].includes(key)
            ? [inner]
            : []
        })
  const english = new Set(brands.flatMap(textsOf))

  it('has every text of every brand, and none that nobody says', () => {
    expect([...english].filter((text) => !(text in SPANISH))).toEqual([])
    expect(Object.keys(SPANISH).filter((text) => !english.has(text))).toEqual([])
  })

  it.each(brands)('says all of $id, and leaves its links', (brand) => {
    const spanish = brandInLanguage(brand, 'es')
    expect(textsOf(spanish)).toEqual(textsOf(brand).map((text) => SPANISH[text]))
    expect(spanish.footer.map(({ links }) => links.map(({ link }) => link))).toEqual(
      brand.footer.map(({ links }) => links.map(({ link }) => link)),
    )
    expect(brandInLanguage(brand, 'en')).toBe(brand)
  })
})
