import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandOfHost } from '#brands/index.ts'
import { capabilities } from '#contract/capabilities.ts'
import { site } from '#contract/site.ts'
import { route } from '#server/platform/route.ts'
import { siteConfiguration } from '#server/domains/brands/site-configuration.ts'
import { startHttp } from '#tests/support/http-app.ts'
import { ssr } from './ssr.ts'

const ROOT = join(import.meta.dirname, '../..')

const routes = [
  route(capabilities.read, async () => ({
    draws: 'collection' as const,
    people: false,
    edits: false,
    video_moves: false,
    trains_likeness: false,
    added_tools: [],
    default_model: null,
  })),
  route(site.configuration, async ({ host }) =>
    siteConfiguration(brandOfHost(host), {
      counted: { images: 0, users: 0 },
      installation: {
        support: 'mailto:a@example.com',
        operator: { name: null, address: [] },
        minimumAge: 18,
        freeCredits: 40,
        registration_policy: 'open',
        signIn: { google: null, facebook: null },
        telemetry: { pageViews: null, errors: null, chat: null },
      },
      now: new Date(),
      isDemo: true,
    }),
  ),
]

/** The pages that the built web app offers at an address that does not exist. */
async function ask(host: string, url: string) {
  const app = await startHttp({
    routes,
    plugins: [
      (http) =>
        ssr(http, {
          root: ROOT,
          development: false,
          languages: ['en', 'es'],
          publicUrl: 'http://127.0.0.1:3000',
          version: () => 0,
          drawCard: async () => new Uint8Array(),
        }),
    ],
  })
  const { statusCode, body } = await app.inject({ url, headers: { host } })
  const main = /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? ''
  return {
    statusCode,
    main,
    links: [...main.matchAll(/<li><a [^>]*href="([^"]+)"/g)].map(([, link]) => link),
  }
}

test('an address with a slip is answered 404, with the page that was meant', async () => {
  const { statusCode, main, links } = await ask('atelier.localhost', '/pricng')
  expect(statusCode).toBe(404)
  expect(main).toContain('This page doesn’t exist')
  expect(links).toContain('/pricing')
  const search = /<form role="search"[\s\S]*<\/form>/.exec(main)?.[0]
  expect(search).toContain('name="q"')
  // Without an action, the form asks the address that it stands at.
  expect(search).not.toContain('action=')
})

test('a search is answered in place, also in another language; what is not found is said', async () => {
  const found = await ask('atelier.localhost', '/pricng?q=face+swap')
  expect(found.statusCode).toBe(404)
  expect(found.links[0]).toBe('/tools/face-swap')
  expect(found.main).toContain('value="face swap"')
  const spanish = await ask('atelier.localhost', '/es/nada?q=precios')
  expect([spanish.statusCode, spanish.links[0]]).toEqual([404, '/es/pricing'])
  const none = await ask('atelier.localhost', '/pricng?q=%3Cscript%3Ezeppelin')
  expect([none.statusCode, none.links]).toEqual([404, []])
  expect(none.main).toContain('No page here has all of these words')
  expect(none.main).not.toContain('<script>zeppelin')
})

test.each([
  ['atelier', '/tools/face-swap', '/guide/prompt'],
  ['easel', null, '/guide/prompt'],
  ['portrait', null, null],
])('%s offers only its own pages', async (brand, faceSwap, prompts) => {
  const host = `${brand}.localhost`
  const [swap, guide, pricing] = [
    await ask(host, '/tools/face-swop'),
    await ask(host, '/x?q=prompt+guide'),
    await ask(host, '/x?q=pricing'),
  ]
  expect(swap.statusCode).toBe(404)
  expect(swap.links.find((link) => link?.includes('face-swap')) ?? null).toBe(faceSwap)
  expect(guide.links.find((link) => link === '/guide/prompt') ?? null).toBe(prompts)
  expect(pricing.links).toContain('/pricing')
})
