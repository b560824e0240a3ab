import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, userError } from '#server/platform/errors.ts'
import { isSafeMethod } from './methods.ts'
import type { LimitKey } from './api-limit.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'

const ACCESS_TOKEN_COOKIE = 'accessToken'
/** Beside an administrator's own session while they see the site as somebody else does: theirs is there again when it ends. */
const VIEW_TOKEN_COOKIE = 'viewToken'

/** The session's token that a browser has; an empty cookie is none. */
export const readSessionCookie = ({ cookies }: FastifyRequest): string | null =>
  [cookies[VIEW_TOKEN_COOKIE], cookies[ACCESS_TOKEN_COOKIE]].find(Boolean) ?? null

/**
 * Finds who a token belongs to; null for a token that is unknown or has expired.
 * @throws {AppError} `account_banned`
 */
export type Authenticate = (token: string) => Promise<Caller | null>

/** What the API keys of people are asked for. */
export interface KeyDoor {
  authenticate: Authenticate
  /** Adds a call to the latest ones of its key. */
  noteCall(call: { keyId: string; method: string; path: string; status: number }): Promise<void>
}

interface Authentication {
  authenticate: Authenticate
  keys: KeyDoor
  /** @throws {AppError} `throttled` */
  limitKey: LimitKey
}

export interface Credentials {
  token: string
  from: 'header' | 'cookie'
  kind: 'session' | 'key'
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Who asks, by `Authorization: Token SESSION` or `Bearer API_KEY`, else by the accessToken cookie; null when nobody is signed in.
     * Asked once a request however often it is called.
     * @throws {AppError} `invalid_token` for a wrong token in the header, `account_banned`, `throttled` for a key that calls too often
     */
    signedIn: () => Promise<Caller | null>
    /** Like `signedIn`, for pages: whoever cannot be recognised is taken as not signed in. */
    visitor: () => Promise<Caller | null>
  }
}

/** Programs made for A1111 show a name and a password, which here is the key; whatever the name. */
function passwordOf({ url, headers }: FastifyRequest): string | null {
  if (!url.startsWith('/sdapi/')) return null
  const encoded = /^basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return password.join(':')
}

/** What a request shows of itself; the header wins over the cookie. Other schemes than `Token` and `Bearer` are not ours, but for Basic of A1111's calls. */
export function readCredentials(request: FastifyRequest): Credentials | null {
  const header = /^(token|bearer)(?:\s+(.*))?$/i.exec(request.headers.authorization ?? '')
  if (header) {
    const kind = header[1]?.toLowerCase() === 'token' ? 'session' : 'key'
    return { token: (header[2] ?? '').trim(), from: 'header', kind }
  }
  const password = passwordOf(request)
  if (password !== null) return { token: password, from: 'header', kind: 'key' }
  const cookie = readSessionCookie(request)
  return cookie ? { token: cookie, from: 'cookie', kind: 'session' } : null
}

/**
 * Whoever sees the site as somebody else changes nothing for them and takes nothing away, whichever call it is.
 * @throws {AppError} `view_only`
 */
function refuseViewer(request: FastifyRequest): void {
  const { endpoint } = request.routeOptions.config
  if (endpoint?.download !== undefined) {
    request.log.info('a download was refused in a session that only looks')
    throw userError('view_only', t('requests.onlyLookingNoDownload'))
  }
  if (isSafeMethod(request.method) && !endpoint?.acts) return
  if (endpoint?.allowsViewer) return
  request.log.info('a change was refused in a session that only looks')
  throw userError('view_only', t('requests.onlyLookingNoChange'))
}

async function identify(
  request: FastifyRequest,
  { authenticate, keys, limitKey }: Authentication,
): Promise<Caller | null> {
  const credentials = readCredentials(request)
  if (!credentials) return null
  const find = credentials.kind === 'key' ? keys.authenticate : authenticate
  const caller = credentials.token === '' ? null : await find(credentials.token)
  if (!caller && credentials.from === 'header') {
    throw userError('invalid_token', t('common.invalidToken'))
  }
  if (caller?.key) await limitKey(caller.key)
  if (caller?.viewer) refuseViewer(request)
  return caller
}

/** Gives every request `signedIn()` and `visitor()`, and notes the calls of API keys. */
export function addAuthentication(app: FastifyInstance, parts: Authentication): void {
  const asked = new WeakMap<FastifyRequest, Promise<Caller | null>>()
  app.decorateRequest('signedIn', function signedIn(this: FastifyRequest) {
    const answer = asked.get(this) ?? identify(this, parts)
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
  app.addHook('onResponse', async (request, reply) => {
    const caller = await asked.get(request)?.catch(() => null)
    if (!caller?.key) return
    const [path = ''] = request.url.split('?')
    await parts.keys.noteCall({
      keyId: caller.key.id,
      method: request.method,
      path,
      status: reply.statusCode,
    })
  })
}
