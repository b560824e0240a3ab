import { describe, expect, it } from 'vitest'
import { FEATURES, NavbarLink } from '#contract/site.ts'
import { CONTENT_FEATURES } from '#content/paths.ts'
import { paths } from '#web/app/paths.ts'
import { brandOfHost, brands, isBuiltPage } from './index.ts'

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

  it('has the specified description and counters', () => {
    expect(brand.description).toBe('Make your imagination come true')
    expect(brand.counters).toEqual({ images: 3744453, users: 35200 })
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
