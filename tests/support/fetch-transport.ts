import type { Transport } from '#contract/client.ts'

/** Cookies as one browser keeps them for one site. */
export class CookieJar {
  readonly #values = new Map<string, string>()

  get(name: string): string | undefined {
    return this.#values.get(name)
  }

  set(name: string, value: string): void {
    this.#values.set(name, value)
  }

  /** Takes over the `Set-Cookie` lines of an answer; Max-Age=0 and past dates delete. */
  store(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const name = pair.slice(0, pair.indexOf('='))
      const expired = attributes.some((attribute) => {
        const [key = '', value = ''] = attribute.split('=')
        if (key.toLowerCase() === 'max-age') return Number(value) <= 0
        return key.toLowerCase() === 'expires' && Date.parse(value) <= Date.now()
      })
      if (expired) this.#values.delete(name)
      else this.#values.set(name, pair.slice(name.length + 1))
    }
  }

  header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

export interface FetchTransportOptions {
  /** Sent with every request; a call's own headers win. */
  headers?: Record<string, string>
  /** Keeps cookies between requests and echoes XSRF-TOKEN, as the app's pages do. */
  cookies?: CookieJar
}

function encodeBody(body: unknown): { body?: string | FormData | Blob; type?: string } {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  if (body instanceof Blob) return { body, type: 'application/octet-stream' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

/** Carries the typed client's requests to the app at `origin` by fetch. */
export function fetchTransport(origin: string, options: FetchTransportOptions = {}): Transport {
  const { cookies } = options
  return async ({ method, url, headers, body: content, signal }) => {
    const { body, type } = encodeBody(content)
    const xsrf = cookies?.get('XSRF-TOKEN')
    const response = await fetch(origin + url, {
      method,
      redirect: 'manual',
      headers: {
        ...(type && { 'content-type': type }),
        ...(cookies && { cookie: cookies.header() }),
        ...(xsrf && { 'x-xsrf-token': decodeURIComponent(xsrf) }),
        ...options.headers,
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    cookies?.store(response.headers.getSetCookie())
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: text === '' ? null : isJson ? (JSON.parse(text) as unknown) : text,
    }
  }
}
