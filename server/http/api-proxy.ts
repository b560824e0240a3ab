import type { IncomingHttpHeaders } from 'node:http'
import { addAbortSignal, type Readable, Transform } from 'node:stream'
import replyFrom from '@fastify/reply-from'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { readCredentials } from './authentication.ts'
import { isSafeMethod } from './methods.ts'
import { METHODS } from './methods.ts'

const PREFIX = '/proxy'
const OF_API = /^\/proxy(\/api(?:[/?]|$))/
/** No path of the API has any of these; servers differ in what they make of them. */
const TRICKS = /[\\#\s]|\/\/|%(?:2e|2f|5c|00)|\/\.{1,2}(?:\/|$)/i
/** The largest upload, with its other fields; the API host has its own limit for each call. */
const MOST_BODY_BYTES = 24 * 1024 * 1024
/** Shows later that somebody has logged in on this browser. */
const OWN_COOKIE = /^device=/
const ANSWER_BEGINS_WITHIN_MS = 120_000

/**
 * Headers that are not passed on: those of one connection, those that a side says of itself, and cookies of the answer, because
 * this server gives its own XSRF-TOKEN; the API has no other but {@link OWN_COOKIE}.
 */
const STAYS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'forwarded',
  'set-cookie',
  'strict-transport-security',
])
const FORWARDED = /^x-forwarded-/

/** `/proxy/api/...` as `/api/...`, with its query; every other address as it is. */
export function withoutProxy(url: string): string {
  return OF_API.test(url) ? url.slice(PREFIX.length) : url
}

/**
 * A write by the cookie was checked here by our own XSRF-TOKEN, which the other host does not know: it is told the session
 * in the header, as by a page.
 */
function sessionFor(request: FastifyRequest): Record<string, string> {
  const shown = isSafeMethod(request.method) ? null : readCredentials(request)
  return shown?.from === 'cookie' ? { authorization: `Token ${shown.token}` } : {}
}

function requestHeaders(
  request: FastifyRequest,
  headers: IncomingHttpHeaders,
): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !STAYS.has(name) && !FORWARDED.test(name))
  return {
    ...Object.fromEntries(kept),
    ...sessionFor(request),
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
}

function answerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !STAYS.has(name)))
  const own = [headers['set-cookie'] ?? []].flat().filter((line) => OWN_COOKIE.test(line))
  if (own.length > 0) kept['set-cookie'] = own
  const { location } = headers
  if (location?.startsWith('/api/')) kept['location'] = PREFIX + location
  return kept
}

/** @throws {AppError} `not_found` for an address that could be read as another one */
function pathFor(request: FastifyRequest): string {
  const path = withoutProxy(request.url)
  if (TRICKS.test(path.split('?', 1)[0]!)) throw notFound()
  return path
}

const tooLarge = () => userError('payload_too_large', t('requests.bodyTooLarge'))

/**
 * The body as it comes, cut off when it is longer than any may be.
 * @throws {AppError} `payload_too_large` when it says so itself
 */
function limited(body: Readable, length: string | undefined): Readable {
  if (Number(length) > MOST_BODY_BYTES) throw tooLarge()
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > MOST_BODY_BYTES) done(tooLarge())
      else done(null, chunk)
    },
  })
  body.once('error', (error) => counter.destroy(error))
  return body.pipe(counter)
}

function toAppError(error: Error): AppError {
  if (error.cause instanceof AppError) return error.cause
  return new AppError('unavailable', 'The API host could not be reached', {
    userMessage: t('common.serverAway'),
    retryAfterSeconds: 5,
    cause: error,
  })
}

/**
 * `/proxy/api/*` for an API that another host answers: each call goes to the same path there with its cookies and headers, and its
 * answer comes back as it comes, event streams too. Only `apiHost` is ever called, whatever the path or the Host say, and no
 * redirect is followed.
 * @param apiHost origin
 */
export function apiProxy(apiHost: string): FastifyPluginAsync {
  return async (app) => {
    await app.register(replyFrom, {
      base: apiHost,
      undici: { headersTimeout: ANSWER_BEGINS_WITHIN_MS, bodyTimeout: 0 },
      disableRequestLogging: true,
      destroyAgent: true,
    })
    const ending = new AbortController()
    // An event stream ends only when it is ended.
    app.addHook('preClose', async () => ending.abort())
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, body, done) => done(null, body))

    function forward(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const path = pathFor(request)
      const body = request.body as Readable | null | undefined
      if (body) request.body = limited(body, request.headers['content-length'])
      return reply.from(path.split('?', 1)[0], {
        rewriteRequestHeaders: (_request, headers) => requestHeaders(request, headers),
        rewriteHeaders: answerHeaders,
        // A call is made once: whether it may be repeated is the caller's to say.
        retryDelay: () => null,
        onResponse: (_request, _reply, answer) => {
          const { stream } = answer as unknown as { stream: Readable }
          void reply.send(addAbortSignal(ending.signal, stream))
        },
        onError: (_reply, { error }) => {
          // Nobody reads the rest of the body.
          if (body?.readableEnded === false) void reply.header('connection', 'close')
          void reply.send(toAppError(error))
        },
      })
    }

    for (const url of ['/proxy/api', '/proxy/api/*']) {
      // Bodies and answers go through as they are, compressed or not.
      app.route({ method: METHODS, url, compress: false, decompress: false, handler: forward })
    }
  }
}
