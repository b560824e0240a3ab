import { type APIRequestContext, expect, test } from '@playwright/test'
import { brands } from '#brands/index.ts'

const LINK = /\s(?:href|src|content)="(\/[^"]*|https?:\/\/[^"]*)"/g
const ADDRESS_OF_PAGE = /^\/(?!assets\/|api\/|media\/|img\/)[^.]*$/

const unescape = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")

/** Root-relative addresses on the same host that a page names, without their fragments. */
function linksOf(html: string, origin: string): string[] {
  return [...html.matchAll(LINK)].flatMap(([, text]) => {
    const { origin: of, pathname, search } = new URL(unescape(text!), origin)
    // It would make the crawler stay in that language; pages name themselves in the others anyway.
    const isChoice = new URLSearchParams(search).has('language')
    return of === origin && !isChoice ? [`${pathname}${search}`] : []
  })
}

/** Goes to every address that can be reached from the home page of a host by links. */
async function crawl(request: APIRequestContext, origin: string, host: string) {
  const headers = { host }
  const dead: string[] = []
  const from = new Map<string, string>([['/', 'the home page']])
  // Grows while it is gone through.
  for (const [address, page] of from) {
    const answer = await request.get(`${origin}${address}`, { headers })
    if (answer.status() !== 200) dead.push(`${address} on ${page}: ${answer.status()}`)
    const type = answer.headers()['content-type'] ?? ''
    if (!type.startsWith('text/html') || !ADDRESS_OF_PAGE.test(address.replace(/\?.*/, '')))
      continue
    for (const link of linksOf(await answer.text(), `http://${host}`)) {
      if (!from.has(link)) from.set(link, address)
    }
  }
  return { dead, addresses: [...from.keys()] }
}

for (const { id } of brands) {
  test(`no link of ${id} is dead, signed out`, async ({ request, baseURL }) => {
    const { dead, addresses } = await crawl(
      request,
      baseURL!,
      `${id}.localhost:${new URL(baseURL!).port}`,
    )
    expect(dead).toEqual([])
    // The footer is on every page: a crawl that ends early has read none.
    expect(addresses).toEqual(
      expect.arrayContaining(['/pricing', '/about/privacy-policy', '/faq', '/es/pricing']),
    )
  })
}
