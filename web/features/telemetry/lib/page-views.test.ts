import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPageViews } from './page-views.ts'

const ORIGIN = 'https://atelier.example'
const sent: { url: string; init: RequestInit; body: Record<string, unknown> }[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('window', {
    location: {
      origin: ORIGIN,
      hostname: 'atelier.example',
      pathname: '/',
      search: '?utm_source=news&key=secret',
    },
  })
  vi.stubGlobal('document', {
    referrer: 'https://search.example/find?q=private',
    documentElement: { lang: 'en' },
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init, body: JSON.parse(init.body as string) as Record<string, unknown> })
    throw new TypeError('blocked')
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('page views', () => {
  const start = (site: string | null = null) =>
    createPageViews({ url: 'https://stats.example/api/event', site })

  it('say the page, the campaign and the site that led here, and no more of them', () => {
    const views = start()
    views.pageView('/s/abcDEF')
    views.pageView('/pricing')
    expect(sent.map(({ body }) => body)).toEqual([
      {
        name: 'pageview',
        url: `${ORIGIN}/s/:id?utm_source=news`,
        domain: 'atelier.example',
        referrer: 'https://search.example',
      },
      { name: 'pageview', url: `${ORIGIN}/pricing`, domain: 'atelier.example', referrer: null },
    ])
  })

  it('carry no cookie and outlive the page', () => {
    start().pageView('/')
    expect(sent[0]).toMatchObject({
      url: 'https://stats.example/api/event',
      init: { method: 'POST', credentials: 'omit', keepalive: true },
    })
  })

  it('name the site as it is configured, and events with their properties', () => {
    const views = start('shop')
    views.pageView('/login')
    views.event('social_sign_in', { provider: 'google', successful: false })
    expect(sent[1]?.body).toMatchObject({
      name: 'social_sign_in',
      url: expect.stringMatching(/\/login/),
      domain: 'shop',
      props: { provider: 'google', successful: false },
    })
  })
})
