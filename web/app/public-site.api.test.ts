import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { brandFiles as brands, brandInLanguage } from '#brands/index.ts'
import { toolEntries } from '#contract/tools.ts'
import { all, faults } from '#tests/support/page-tags.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    pages: true,
    env: {
      LANGUAGES: 'en,es',
      OPERATOR_NAME: 'Ada <Ltd>',
      OPERATOR_ADDRESS: 'Main Street 1; Springfield',
    },
  })
})
afterAll(() => app.dispose())

const get = (host: string, url: string) =>
  app.context.http!.inject({ url, headers: { host, accept: 'text/html' } })

/** Root-relative addresses of the same host that a page names, without their fragments. */
const linksOf = (html: string, origin: string): string[] =>
  all(html, /\s(?:href|src|content)="(\/[^"]*|https?:\/\/[^"]*)"/g).flatMap((text) => {
    const { origin: of, pathname, search } = new URL(text, origin)
    return of === origin ? [`${pathname}${search}`] : []
  })

/** Of a sitemap. */
const pathsOf = (sitemap: string): string[] =>
  all(sitemap, /<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g).map((path) => path || '/')

const isPage = (headers: Record<string, unknown>): boolean =>
  String(headers['content-type']).startsWith('text/html')

interface Visited {
  status: number
  from: string
  /** Null for what is no page. */
  html: string | null
}

/** Of one path, with the same names in its query: values only fill a form or choose what a list shows. */
const MOST_ALIKE = 3

const shapeOf = (url: string): string => {
  const { pathname, searchParams } = new URL(url, 'http://host')
  return `${pathname} ${[...searchParams.keys()].toSorted().join(' ')}`
}

/** Goes to all that can be reached from the home page and the sitemap of a host; links with a query are only looked at. */
async function crawl(host: string): Promise<Map<string, Visited>> {
  const origin = `http://${host}`
  const visited = new Map<string, Visited>()
  const found = new Map([
    ['/', 'the start'],
    ['/sitemap.xml', 'the start'],
    ['/robots.txt', 'the start'],
    ['/llms.txt', 'the start'],
  ])
  const alike = new Map<string, number>()
  // Grows while it is gone through.
  for (const [url, from] of found) {
    const shape = shapeOf(url)
    const before = alike.get(shape) ?? 0
    if (before === MOST_ALIKE) continue
    alike.set(shape, before + 1)
    const { statusCode, headers, body } = await get(host, url)
    visited.set(url, { status: statusCode, from, html: isPage(headers) ? body : null })
    const next =
      url === '/sitemap.xml'
        ? pathsOf(body)
        : isPage(headers) && !url.includes('?')
          ? linksOf(body, origin)
          : []
    const { location } = headers
    if (location !== undefined) next.push(location)
    for (const link of next) if (!found.has(link)) found.set(link, url)
  }
  return visited
}

describe.each(brands)('the site of $id', ({ id }) => {
  const host = `${id}.localhost`
  let visited: Map<string, Visited>
  beforeAll(async () => {
    visited = await crawl(host)
  }, 300_000)

  test('has no dead link', () => {
    const dead = [...visited]
      .filter(([, { status }]) => status !== 200 && status !== 302)
      .map(([url, { status, from }]) => `${url} on ${from}: ${status}`)
    expect(dead).toEqual([])
    expect(visited.size).toBeGreaterThan(40)
  })

  test('names, describes and shows each page of its sitemap, each by another title', async () => {
    const addresses = pathsOf((await get(host, '/sitemap.xml')).body)
    const listed = addresses.map((url) => [url, visited.get(url)!] as const)
    expect(listed.length).toBeGreaterThan(20)
    const bad = listed.flatMap(([url, { html }]) => {
      const found = html === null ? ['no page'] : faults(html, host)
      return found.map((fault) => `${url}: ${fault}`)
    })
    expect(bad).toEqual([])
    const titles = listed
      .filter(([url]) => !url.startsWith('/es'))
      .map(([, { html }]) => /<title>([^<]*)/.exec(html ?? '')?.[1])
    expect(new Set(titles).size).toBe(titles.length)
  })

  test('shows something where the link of a page is shared, also of one that no sitemap has', async () => {
    // Of tools that need an engine which is not here: nothing leads to them.
    const ofEngines = new Set<string>(
      toolEntries.flatMap(([, { page, needs }]) => (needs ? [page] : [])),
    )
    const bad: string[] = []
    for (const { pattern } of Object.values(paths)) {
      if (pattern.includes(':') || ofEngines.has(pattern)) continue
      const { statusCode, headers, body } = await get(host, pattern)
      if (statusCode !== 200 || !isPage(headers) || body.includes('content="noindex"')) continue
      bad.push(...faults(body, host).map((fault) => `${pattern}: ${fault}`))
    }
    expect(bad).toEqual([])
  })
})

/** Of the address of a page: on which brands it is. */
const MAIN = ['atelier']
const GENERATORS = ['atelier', 'easel']
const HEADSHOTS = ['atelier', 'portrait']
const parts = (above: string, names: string) => names.split(' ').map((name) => `${above}/${name}`)
const PAGES: [on: string[], pages: string[]][] = [
  [
    ['atelier', 'easel', 'portrait'],
    [
      '/',
      '/login',
      '/register',
      '/pricing',
      '/faq',
      ...parts('/about', 'terms-of-service privacy-policy restrictions'),
    ],
  ],
  [
    GENERATORS,
    [
      '/text-to-image',
      '/image-to-image',
      ...parts('/inspire', 'images/all models/all'),
      '/guide',
      ...parts('/guide', 'parameters prompt aspect-ratio ai-models advanced-parameters seed steps'),
      ...parts('/ai-img-generator/styles', 'all photography cartoon anime art digital material'),
      ...parts('/ai-image-tools', 'text-to-image background-removal img-editor'),
      ...parts('/tools', 'background-removal upscale-image img-editor'),
    ],
  ],
  [
    MAIN,
    [
      ...parts('/ai-image-tools', 'train-model face-swap text-to-video'),
      ...parts('/tools', 'face-swap instant-avatars text-to-video'),
      ...parts('/packs', 'photo-packs photo-packs/all video-packs video-packs/all'),
      '/use-cases/dating',
      '/instant-avatars/',
    ],
  ],
  [
    HEADSHOTS,
    [
      '/professional-headshots/',
      '/ai-image-tools/professional-headshots',
      ...parts('/tools', 'professional-headshots professional-headshots/create'),
      '/headshots-pricing',
      '/ai-headshots',
      ...parts(
        '/ai-headshots',
        'actor-headshots corporate-headshots real-estate-agent-headshots executive-headshots linkedin-headshots model-headshots free-headshots',
      ),
    ],
  ],
]

test.each([
  ['terms-of-service', 'you must be 18 or older', 'debes tener 18 años o más'],
  [
    'privacy-policy',
    'No face in your photos is measured before you agree to it',
    'No medimos ningún rostro de tus fotos antes de que lo aceptes',
  ],
])('%s says what people agree to, in both languages', async (page, english, spanish) => {
  for (const [prefix, words] of [
    ['', english],
    ['/es', spanish],
  ] as const) {
    const { body } = await get('localhost', `${prefix}/about/${page}`)
    expect(unescape(body)).toContain(words)
  }
})

test('prices in the texts of pages are those of the price table', async () => {
  for (const [page, words] of [
    ['/', 'One credit cuts out a photo.'],
    ['/es', 'Recortar una foto cuesta un crédito.'],
    ['/ai-image-tools/background-removal', '1 credit an image, in full resolution.'],
    ['/es/ai-image-tools/background-removal', '1 crédito por imagen, en resolución completa.'],
    ['/headshots-pricing', '50 credits.'],
    ['/es/headshots-pricing', 'Ampliar cuesta de 1 a 4 créditos por imagen.'],
    ['/ai-headshots/free-headshots', '20 free headshots each month'],
    ['/es/ai-image-tools/train-model', '1000 créditos por entrenamiento'],
  ] as const) {
    const { body } = await get('atelier.localhost', page)
    expect(body, page).toContain(words)
    expect(body, page).not.toMatch(
      /\{(?:headshot|teamHeadshots|leastUpscale|training|freeHeadshots|cutOut)\}/,
    )
  }
})

test.each(brands)(
  'the first screen of $id shows its own example, and what it costs',
  async (brand) => {
    for (const [path, language, credits] of [
      ['/', 'en', ['1 credit', '40 credits']],
      ['/es', 'es', ['1 crédito', '40 créditos']],
    ] as const) {
      const { statusCode, body } = await get(`${brand.id}.localhost`, path)
      expect(statusCode).toBe(200)
      const { example, hero } = brandInLanguage(brand, language)
      for (const { file, text } of [example.before, example.after]) {
        expect(body).toContain(`src="${file}"`)
        expect(body).toContain(`alt="${text}"`)
      }
      for (const { example: other } of brands.filter(({ id }) => id !== brand.id))
        expect(body).not.toContain(`src="${other.after.file}"`)
      const price = hero.price?.replace('{credits}', credits[0]).replace('{free}', credits[1])
      expect(body).toContain(price ?? hero.title)
    }
  },
)

test('a page is on the brands that have it, and on no other', async () => {
  const known = [...new Set(PAGES.flatMap(([on]) => on))]
  for (const [on, pages] of PAGES)
    for (const page of pages) {
      const answers = await Promise.all(
        known.map(async (id) => [id, (await get(`${id}.localhost`, page)).statusCode]),
      )
      const wanted = known.map((id) => [id, on.includes(id) ? 200 : 404])
      expect(answers, page).toEqual(wanted)
    }
})

interface Described {
  '@type': string
  [property: string]: unknown
}

const describedOn = async (page: string): Promise<Described[]> => {
  const { body } = await get('atelier.localhost', page)
  const texts = [...body.matchAll(/<script type="application\/ld\+json">([^<]*)/g)]
  return texts.map(([, text]) => JSON.parse(text!) as Described)
}
const typesOn = async (page: string) => (await describedOn(page)).map((data) => data['@type'])

test.each(['/about/terms-of-service', '/about/privacy-policy', '/es/about/restrictions'])(
  '%s names who runs the site, and how to reach them',
  async (url) => {
    const { body } = await get('localhost', url)
    expect(body).toContain(
      '<address><div>Ada &lt;Ltd&gt;</div><div>Main Street 1</div><div>Springfield</div></address>',
    )
    expect(body).toMatch(/href="mailto:support@/)
  },
)

test('pages describe themselves to search engines, and nothing that is not so', async () => {
  expect(await typesOn('/')).toEqual(['SoftwareApplication'])
  expect(await typesOn('/faq')).toEqual(['BreadcrumbList', 'FAQPage'])
  expect(await typesOn('/guide/steps')).toContain('BreadcrumbList')
  const pricing = await describedOn('/pricing')
  expect(pricing.filter((data) => data['@type'] === 'Product')).toHaveLength(4)
  expect(pricing).toContainEqual(
    expect.objectContaining({
      name: 'Atelier Starter',
      offers: [
        expect.objectContaining({ price: '29.00', priceCurrency: 'USD' }),
        expect.objectContaining({ price: '208.80', priceCurrency: 'USD' }),
      ],
    }),
  )
  const [crumbs] = await describedOn('/es/guide/steps')
  expect(crumbs).toMatchObject({
    itemListElement: [
      { position: 1, item: 'http://atelier.localhost/es' },
      { position: 2, item: 'http://atelier.localhost/es/guide' },
      { position: 3, item: 'http://atelier.localhost/es/guide/steps' },
    ],
  })
  const everything = JSON.stringify(await Promise.all(['/', '/pricing', '/faq'].map(describedOn)))
  expect(everything).not.toMatch(/aggregateRating|"review"/)
})

test('a page in two languages is titled in its own and names both, its own address first', async () => {
  const { body } = await get('atelier.localhost', '/es/pricing')
  expect(body).toContain('<title>Precios - Atelier</title>')
  expect(body).toContain(
    '<meta name="description" content="Planes, paquetes de créditos y lo que cuesta una imagen."/>',
  )
  expect(all(body, /<link rel="canonical" href="([^"]+)"/g)).toEqual([
    'http://atelier.localhost/es/pricing',
  ])
  expect(all(body, /<link rel="alternate" hrefLang="([^"]+)"/g)).toEqual(['en', 'es', 'x-default'])
})

test('a card shows the page where its link is shared, and is kept for good', async () => {
  const { body } = await get('portrait.localhost', '/ai-headshots/actor-headshots')
  const [address] = all(body, /<meta property="og:image" content="([^"]+)"/g)
  const { pathname } = new URL(address!)
  const card = await get('portrait.localhost', pathname)
  expect([card.statusCode, card.headers['content-type'], card.headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=31536000, immutable',
  ])
  expect(card.cookies).toEqual([])
  const { width, height } = await sharp(card.rawPayload).metadata()
  expect([width, height]).toEqual([1200, 630])
  // The title is drawn: it is white on the dark half that has no picture.
  const { data, info } = await sharp(card.rawPayload)
    .extract({ left: 56, top: 150, width: 480, height: 120 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const white = data.filter((value) => value > 200).length / (info.width * info.height)
  expect(white).toBeGreaterThan(0.05)
  expect(white).toBeLessThan(0.5)

  const older = pathname.replace(/[0-9a-f]{12}/, '0123456789ab')
  const led = await get('portrait.localhost', older)
  expect([led.statusCode, led.headers['location']]).toEqual([302, pathname])
  // The same page of a brand that does not have it, and none at all.
  for (const [host, path] of [
    ['easel.localhost', pathname],
    ['portrait.localhost', pathname.replace('actor', 'no')],
    ['portrait.localhost', pathname.replace('ai-headshots/actor-headshots', '../package')],
  ])
    expect((await get(host!, path!)).statusCode).toBe(404)
})

test('robots and language models are told where everything is', async () => {
  const robots = await get('easel.localhost', '/robots.txt')
  expect(robots.body).toContain('Sitemap: http://easel.localhost/sitemap.xml')
  const llms = await get('easel.localhost', '/llms.txt')
  expect(llms.body).toMatch(/^# Easel\n/)
  expect(llms.body).toContain('(http://easel.localhost/guide/steps)')
  expect(llms.body).not.toContain('headshots')
})
