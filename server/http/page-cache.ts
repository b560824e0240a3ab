import { LRUCache } from 'lru-cache'

/** A rendered page that everybody who is signed out gets the same, but for the nonce of its scripts. */
interface KeptPage {
  status: number
  headers: [name: string, value: string][]
  /** What stands between the places of the nonce. */
  parts: Buffer[]
}

/** What rendering answers for one page, with the nonce that it was given. */
export interface Rendered {
  response: Response
  nonce: string
}

/** A page as it goes out. */
export interface ServedPage {
  status: number
  headers: readonly [name: string, value: string][]
  body: Buffer
}

export interface PageCache {
  /**
   * A page that was rendered for `key` a short while ago, or is now. Whoever asks meanwhile waits for the same rendering.
   * @param key all that the page depends on: whatever is not in it must not have been shown to the renderer
   * @returns null for what must not be kept: no page, an error, a redirect, an answer that sets a cookie
   */
  serve(key: string, nonce: string, render: () => Promise<Rendered>): Promise<ServedPage | null>
}

/** So long may a page be behind the database: what it tells of prices, engines and counts. */
const FRESH_MS = 10_000
/** Most pages, of some 60 kB each: enough for all that are asked for of three brands in two languages and two schemes. */
const MOST_PAGES = 400

async function keep({ response, nonce }: Rendered): Promise<KeptPage | null> {
  const { status, headers } = response
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  if (status !== 200 || !isPage || headers.has('set-cookie')) {
    await response.body?.cancel()
    return null
  }
  const html = await response.text()
  return {
    status,
    headers: [...headers],
    parts: html.split(nonce).map((part) => Buffer.from(part)),
  }
}

function withNonce({ parts }: KeptPage, nonce: string): Buffer {
  const mark = Buffer.from(nonce)
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [mark, part])))
}

/** @param now for tests */
export function createPageCache(now: () => number = Date.now): PageCache {
  const pages = new LRUCache<string, Promise<KeptPage | null>>({
    max: MOST_PAGES,
    ttl: FRESH_MS,
    // Asked for the time at each look, or what is old a moment later would still be new.
    ttlResolution: 0,
    perf: { now },
  })

  async function forgetUnlessKept(key: string, page: Promise<KeptPage | null>): Promise<void> {
    if ((await page) === null && pages.peek(key) === page) pages.delete(key)
  }

  function find(key: string, render: () => Promise<Rendered>): Promise<KeptPage | null> {
    const known = pages.get(key)
    if (known) return known
    // What fails here is rendered again for each who asks, and says so then.
    const page = render()
      .then(keep)
      .catch(() => null)
    pages.set(key, page)
    void forgetUnlessKept(key, page)
    return page
  }

  return {
    async serve(key, nonce, render) {
      const page = await find(key, render)
      return page && { ...page, body: withNonce(page, nonce) }
    },
  }
}
