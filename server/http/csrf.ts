import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { userError } from '#server/platform/errors.ts'
import { readCredentials } from './authentication.ts'

export const CSRF_COOKIE = 'XSRF-TOKEN'
const CSRF_HEADER = 'x-xsrf-token'
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const TOKEN_SHAPE = /^[\w-]{20,100}$/

/** Files do not carry the cookie, so that they stay cacheable. */
const FILES = /^\/(?:assets|img|media)\/|\.\w+(?:\?|$)/

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function issueCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  if (FILES.test(request.url) || TOKEN_SHAPE.test(request.cookies[CSRF_COOKIE] ?? '')) return
  // Whoever shows a token in the header is never asked for the echo.
  if (readCredentials(request)?.from === 'header') return
  reply.setCookie(CSRF_COOKIE, randomBytes(24).toString('base64url'), {
    path: '/',
    sameSite: 'lax',
    secure: secure || request.protocol === 'https',
    // The page reads it to send it back.
    httpOnly: false,
  })
}

/**
 * A browser sends the accessToken cookie on requests that another site made it send; a write that has nothing
 * else to show must echo the XSRF-TOKEN cookie, which only our own pages can read.
 * @throws {AppError} `csrf_failed`
 */
function checkEcho(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method) || request.routeOptions.config.ignoresCallers) return
  if (readCredentials(request)?.from !== 'cookie') return
  const cookie = request.cookies[CSRF_COOKIE]
  const header = request.headers[CSRF_HEADER]
  if (
    !cookie ||
    typeof header !== 'string' ||
    !TOKEN_SHAPE.test(cookie) ||
    !equal(cookie, header)
  ) {
    throw userError('csrf_failed', 'CSRF Failed: CSRF token missing or incorrect.')
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call never looks at who asks, so a forged one gains nothing. */
    ignoresCallers?: boolean
  }
}

/** Hands out the XSRF-TOKEN cookie and asks for its echo, on every route. */
export function addCsrfProtection(app: FastifyInstance, options: { secureCookies: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    issueCookie(request, reply, options.secureCookies)
    checkEcho(request)
  })
}
