import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the page that asks; of who asks without a page, what they asked for. Always one that is offered. */
    language: string
  }
}

const COOKIE = /(?:^|;\s*)language=(\w+)/

/** The language of a page, by the prefix of its address; no prefix means English. */
export function languageOfPage(address: unknown, offered: readonly string[]): string | undefined {
  if (typeof address !== 'string') return undefined
  const { pathname } = URL.parse(address, 'http://localhost') ?? { pathname: '' }
  const prefix = pathname.split('/')[1] ?? ''
  return offered.includes(prefix) ? prefix : offered[0]
}

/** The first that is offered; browsers name the most wanted one first. */
const accepted = (header: string | undefined, offered: readonly string[]): string | undefined =>
  (header ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find((language) => offered.includes(language))

/** A page that cannot set a header (a stream of events, a link to a file) is named by the browser itself. */
function ofReferrer(
  { referer, host }: FastifyRequest['headers'],
  offered: readonly string[],
): string | undefined {
  const page = referer === undefined ? null : URL.parse(referer)
  return page !== null && page.host === host ? languageOfPage(page.href, offered) : undefined
}

/** @param offered the languages of this installation, English first */
export function languageOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly string[],
): string {
  const chosen = COOKIE.exec(headers.cookie ?? '')?.[1]
  return (
    languageOfPage(headers['x-page-url'], offered) ??
    ofReferrer(headers, offered) ??
    offered.find((language) => language === chosen) ??
    accepted(headers['accept-language'], offered) ??
    offered[0] ??
    'en'
  )
}

/** Gives every request its language. */
export function addRequestLanguage(app: FastifyInstance, offered: readonly string[]): void {
  app.decorateRequest('language', 'en')
  app.addHook('onRequest', (request, _reply, done) => {
    if (offered.length > 1) request.language = languageOf(request, offered)
    done()
  })
}
