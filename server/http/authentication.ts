import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'

export const ACCESS_TOKEN_COOKIE = 'accessToken'

/**
 * Finds who a token belongs to; null for a token that is unknown or has expired.
 * @throws {AppError} `account_banned`
 */
export type Authenticate = (token: string) => Promise<Caller | null>

export interface Credentials {
  token: string
  from: 'header' | 'cookie'
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Who asks, by `Authorization: Token KEY`, else by the accessToken cookie; null when nobody is signed in.
     * Asked once a request however often it is called.
     * @throws {AppError} `invalid_token` for a wrong token in the header, `account_banned`
     */
    signedIn: () => Promise<Caller | null>
    /** Like `signedIn`, for pages: whoever cannot be recognised is taken as not signed in. */
    visitor: () => Promise<Caller | null>
  }
}

/** What a request shows of itself; the header wins over the cookie. Other schemes than `Token` are not ours. */
export function readCredentials(request: FastifyRequest): Credentials | null {
  const header = /^token(?:\s+(.*))?$/i.exec(request.headers.authorization ?? '')
  if (header) return { token: (header[1] ?? '').trim(), from: 'header' }
  const cookie = request.cookies[ACCESS_TOKEN_COOKIE]
  return cookie ? { token: cookie, from: 'cookie' } : null
}

async function identify(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller | null> {
  const credentials = readCredentials(request)
  if (!credentials) return null
  const caller = credentials.token === '' ? null : await authenticate(credentials.token)
  if (!caller && credentials.from === 'header') {
    throw userError('invalid_token', 'Invalid token.')
  }
  return caller
}

/** Gives every request `signedIn()` and `visitor()`. */
export function addAuthentication(app: FastifyInstance, authenticate: Authenticate): void {
  const asked = new WeakMap<FastifyRequest, Promise<Caller | null>>()
  app.decorateRequest('signedIn', function signedIn(this: FastifyRequest) {
    const answer = asked.get(this) ?? identify(this, authenticate)
    asked.set(this, answer)
    return answer
  })
  app.decorateRequest('visitor', async function visitor(this: FastifyRequest) {
    try {
      return await this.signedIn()
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  })
}
