import { describe, expect, it } from 'vitest'
import { brandFiles as brands } from '#brands/index.ts'
import { listedPages } from './listed-pages.ts'
import { nearPages, searchPages } from './page-search.ts'

const brandOf = (id: string) => brands.find((brand) => brand.id === id)!
const ATELIER = listedPages(brandOf('atelier'), 'en')
const PORTRAIT = listedPages(brandOf('portrait'), 'en')

const linksOf = (pages: { link: string }[]) => pages.map(({ link }) => link)

describe('searchPages', () => {
  it.each([
    ['pricing', '/pricing'],
    ['PRICING', '/pricing'],
    ['pricng', '/pricing'],
    ['upscal', '/tools/upscale-image'],
    ['image editor', '/tools/img-editor'],
    ['privacy', '/about/privacy-policy'],
    ['anime', '/ai-img-generator/styles/anime'],
    ['seed', '/guide/seed'],
  ])('"%s" finds %s first', (query, link) => {
    expect(linksOf(searchPages(ATELIER, query))[0]).toBe(link)
  })

  it('finds pages with every word only', () => {
    expect(searchPages(ATELIER, 'background').length).toBeGreaterThan(1)
    expect(searchPages(ATELIER, 'background zeppelin')).toEqual([])
  })

  it.each(['', '   ', '???', 'zeppelin'])('finds nothing for "%s"', (query) => {
    expect(searchPages(ATELIER, query)).toEqual([])
  })

  it('compares only the beginning of what is very long', () => {
    expect(searchPages(ATELIER, 'x'.repeat(100_000))).toEqual([])
    expect(linksOf(searchPages(ATELIER, `pricing${' '.repeat(100)}zeppelin`))).toContain('/pricing')
  })

  it('does not mind accents, nor small words', () => {
    const page = { title: 'Editor de imágenes', link: '/tools/img-editor', text: '' }
    expect(searchPages([page], 'un editor de imagenes')).toEqual([page])
    expect(searchPages([page], 'EDITOR DE IMÁGENES')).toEqual([page])
  })

  it('finds no more than one can look at', () => {
    expect(searchPages(ATELIER, 'image')).toHaveLength(8)
  })
})

describe('nearPages', () => {
  it.each([
    ['/pricng', '/pricing'],
    ['/prcing/', '/pricing'],
    ['/Pricing2', '/pricing'],
    ['/face-swap', '/tools/face-swap'],
    ['/tools/backgroud-removal', '/tools/background-removal'],
    ['/guides', '/guide'],
    ['/blog/headshots-for-linkedin', '/ai-headshots/linkedin-headshots'],
  ])('%s may have meant %s', (path, link) => {
    expect(linksOf(nearPages(ATELIER, path))).toContain(link)
  })

  it.each(['/', '/wp-content.php', '/zzzz', `/${'pricing'.repeat(20)}`])(
    'has no guess for %s',
    (path) => {
      expect(nearPages(ATELIER, path)).toEqual([])
    },
  )

  it('offers at most three, each once', () => {
    const near = linksOf(nearPages(ATELIER, '/face-swap'))
    expect(near.length).toBeLessThanOrEqual(3)
    expect(new Set(near).size).toBe(near.length)
  })
})

describe('listedPages', () => {
  it('has only what the brand has', () => {
    expect(linksOf(PORTRAIT)).toEqual(expect.arrayContaining(['/pricing', '/ai-headshots']))
    expect(linksOf(PORTRAIT).filter((link) => /guide|styles|face-swap/.test(link))).toEqual([])
  })

  it.each(brands)('names each page of $id once', (brand) => {
    const links = linksOf(listedPages(brand, 'en'))
    expect(new Set(links).size).toBe(links.length)
  })
})
