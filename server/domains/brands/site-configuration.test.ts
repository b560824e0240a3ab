import { describe, expect, it } from 'vitest'
import { brandOfHost, brandFiles as brands, isBuiltPage, type Brand } from '#brands/index.ts'
import { SiteConfiguration } from '#contract/site.ts'
import { siteConfiguration } from './site-configuration.ts'

const NOBODY = {
  signIn: { google: null, facebook: null },
  support: 'mailto:support@example.com',
  operator: { name: 'Ada Example Ltd', address: ['Main Street 1', 'Springfield'] },
  minimumAge: 18,
  freeCredits: 40,
  registration_policy: 'open' as const,
  telemetry: { pageViews: null, errors: null, chat: null },
}
const NONE = { images: 0, users: 0 }
const NOW = new Date('2026-03-01T12:00:00Z')

const DEMO = { counted: NONE, installation: NOBODY, now: NOW, isDemo: true }

const configure = (brand: Partial<Brand> = {}, counted = NONE, now = NOW) =>
  siteConfiguration({ ...brands[0], ...brand }, { ...DEMO, counted, now })

describe('siteConfiguration', () => {
  it.each(brands)('of $id shows only links whose page exists', (brand) => {
    const answer = siteConfiguration(brand, DEMO)
    expect(SiteConfiguration.parse(answer)).toEqual(answer)
    const links = [
      ...answer.defaultNavbarLinks.flatMap(({ link, links: sub = [] }) => [
        link,
        ...sub.map((item) => item.link),
      ]),
      ...answer.footer.flatMap((group) => group.links.map(({ link }) => link)),
      answer.defaultLoggedInLanding,
    ]
    expect(links.filter((link) => !isBuiltPage(link))).toEqual([])
    expect(answer.footer.every((group) => group.links.length > 0)).toBe(true)
  })

  it('says what the main brand is', () => {
    const answer = siteConfiguration(brandOfHost('localhost'), DEMO)
    expect(answer).toMatchObject({
      siteName: 'Atelier',
      defaultLoggedInLanding: '/tools/all',
      banner: null,
      counters: { images: 3744453, users: 35200, are_examples: true },
    })
    expect(answer.allowedFeatures).toContain('text_to_image')
  })

  it('drops a group with its last link and leads a group to a page that exists', () => {
    const item = (link: string) => ({ label: link, link, description: '' })
    const { defaultNavbarLinks } = configure({
      navigation: [
        { label: 'gone', link: '/tools/all', links: [item('/none')] },
        { label: 'moved', link: '/none', links: [item('/none'), item('/pricing')] },
        { label: 'single', link: '/none' },
        { label: 'kept', link: '/faq' },
      ],
    })
    expect(defaultNavbarLinks).toEqual([
      { label: 'moved', link: '/pricing', links: [item('/pricing')] },
      { label: 'kept', link: '/faq' },
    ])
  })

  it('lands on the dashboard while the wanted page is not there', () => {
    expect(configure({ defaultLoggedInLanding: '/none' }).defaultLoggedInLanding).toBe(
      '/user/dashboard',
    )
  })

  it('shows real counts once they are higher than the floor', () => {
    expect(configure({}, { images: 4_000_000, users: 10 }).counters).toEqual({
      images: 4_000_000,
      users: 35200,
      are_examples: true,
    })
  })

  it('shows neither example figures nor an example notice where payments are real', () => {
    const banner = {
      text: 'Soon back',
      from: '2026-03-01T11:00:00Z',
      until: '2026-03-01T13:00:00Z',
    }
    const brand = { ...brandOfHost('localhost'), banner }
    expect(siteConfiguration(brand, DEMO).banner).toEqual({ text: 'Soon back' })
    expect(siteConfiguration(brand, { ...DEMO, isDemo: false })).toMatchObject({
      banner: null,
      counters: null,
    })
  })

  it('shows a maintenance from its start to its end', () => {
    const banner = {
      text: 'Soon back',
      from: '2026-03-01T12:00:00Z',
      until: '2026-03-01T13:00:00Z',
    }
    const at = (time: string) => configure({ banner }, NONE, new Date(time)).banner
    expect(at('2026-03-01T11:59:59Z')).toBeNull()
    expect(at('2026-03-01T12:00:00Z')).toEqual({ text: 'Soon back' })
    expect(at('2026-03-01T12:59:59Z')).toEqual({ text: 'Soon back' })
    expect(at('2026-03-01T13:00:00Z')).toBeNull()
    expect(configure({ banner: null }).banner).toBeNull()
  })
})
