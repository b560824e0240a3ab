import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { readCredentials, readSessionCookie } from './authentication.ts'
import { isSafeMethod } from './methods.ts'

export const CSRF_COOKIE = 'XSRF-TOKEN'
const CSRF_HEADER = 'x-xsrf-token'
/** Bytes of the value that somebody has who is not signed in; that of a session is longer. */
const ANONYMOUS_BYTES = 24
const ANONYMOUS = /^[\w-]{32}$/

/** Files do not carry the cookie, so that they stay cacheable. */
const FILES = /^\/(?:assets|img|media)\/|\.\w+(?:\?|$)/

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

interface CsrfOptions {
  /** Cookies are secure even where the request does not say that it came by https. */
  secureCookies: boolean
  /** Key of the installation. */
  secret: Buffer
}

/** The value that belongs to a session; another session's, or one made up, is no good for it. */
const valueOf = (secret: Buffer, token: string): string =>
  createHmac('sha256', secret).update(`xsrf:${token}`).digest('base64url')

/** Hands out the value of the session whose cookie the browser has, so that it changes with the login and the logout. */
function issueCookie(request: FastifyRequest, reply: FastifyReply, options: CsrfOptions): void {
  if (FILES.test(request.url)) return
  const session = readSessionCookie(request)
  // Whoever shows a token in the header alone is never asked for the echo.
  if (!session && readCredentials(request)?.from === 'header') return
  const held = request.cookies[CSRF_COOKIE] ?? ''
  const value = session ? valueOf(options.secret, session) : null
  if (value === null ? ANONYMOUS.test(held) : equal(held, value)) return
  reply.setCookie(CSRF_COOKIE, value ?? randomBytes(ANONYMOUS_BYTES).toString('base64url'), {
    path: '/',
    sameSite: 'lax',
    secure: options.secureCookies || request.protocol === 'https',
    // The page reads it to send it back.
    httpOnly: false,
  })
}

/**
 * A browser sends the accessToken cookie on requests that another site made it send; a write that has nothing
 * else to show must echo the XSRF-TOKEN cookie, which only our own pages can read. It has to be the one of this session: a
 * sister domain can set cookies, too.
 * @throws {AppError} `csrf_failed`
 */
function checkEcho(request: FastifyRequest, secret: Buffer): void {
  if (isSafeMethod(request.method) || request.routeOptions.config.ignoresCallers) return
  const credentials = readCredentials(request)
  if (credentials?.from !== 'cookie') return
  const header = request.headers[CSRF_HEADER]
  const value = valueOf(secret, credentials.token)
  if (
    typeof header !== 'string' ||
    !equal(header, value) ||
    !equal(request.cookies[CSRF_COOKIE] ?? '', value)
  ) {
    throw userError('csrf_failed', t('requests.csrfFailed'))
  }
}

/**
 * A GET that acts needs no echo, for a browser may simply go there; but not because another site has sent it. Browsers say
 * so themselves; who says nothing is none that could be made to ask.
 * @throws {AppError} `csrf_failed`
 */
function checkSite(request: FastifyRequest): void {
  if (request.routeOptions.config.endpoint?.acts !== true) return
  const site = request.headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return
  throw userError('csrf_failed', t('requests.onlyFromThisSite'))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call never looks at who asks, so a forged one gains nothing. */
    ignoresCallers?: boolean
  }
}

/** Hands out the XSRF-TOKEN cookie and asks for its echo, on every route. */
export function addCsrfProtection(app: FastifyInstance, options: CsrfOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    issueCookie(request, reply, options)
    checkEcho(request, options.secret)
    checkSite(request)
  })
}
