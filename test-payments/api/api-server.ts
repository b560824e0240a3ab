import { timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Core } from '../core.ts'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'
import { decodeForm, type FormParams } from '../wire/form-params.ts'
import { readParams } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { expandAnswer } from './expand.ts'
import { type Answer, findAnswer, keepAnswer, type KeyedRequest, lockKey } from './idempotency.ts'
import type { ApiRoute } from './route.ts'

export interface ApiServerOptions {
  core: Core
  routes: readonly ApiRoute[]
  /** The only key that opens it. */
  apiKey: string
  apiVersion: string
  log: Log
}

const BODY_LIMIT_BYTES = 1024 * 1024
const expandSchema = z.union([z.array(z.string()), z.literal('').transform(() => [])]).optional()

/** Bearer, or Basic with the key as the user. */
function keyOf({ headers }: FastifyRequest): string | null {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ')
  if (scheme === 'Bearer') return value
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString().split(':')[0] ?? null
  return null
}

function checkKey(request: FastifyRequest, apiKey: string): void {
  const given = keyOf(request)
  if (given === null) {
    throw new ApiError('You did not provide an API key.', { status: 401 })
  }
  const [left, right] = [Buffer.from(given), Buffer.from(apiKey)]
  if (left.length === right.length && timingSafeEqual(left, right)) return
  throw new ApiError(`Invalid API Key provided: ${given.slice(0, 8)}****`, { status: 401 })
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

function paramsOf(request: FastifyRequest): FormParams {
  const query = request.url.split('?')[1] ?? ''
  return decodeForm(
    request.method === 'GET' ? query : [query, bodyOf(request)].filter(Boolean).join('&'),
  )
}

async function runRoute(store: Store, route: ApiRoute, request: FastifyRequest): Promise<unknown> {
  const { expand, ...rest } = paramsOf(request)
  const paths = readParams(z.object({ expand: expandSchema }), {
    ...(expand !== undefined && { expand }),
  })
  const params = readParams(route.schema, rest)
  const { id = '' } = request.params as { id?: string }
  const answer = await route.run(store, params as never, id)
  return expandAnswer(store, answer, paths.expand ?? [])
}

/** An answer that is an error although it changed something, such as a declined charge, is an answer like others. */
async function answerOf(run: () => Promise<unknown>, requestId: string): Promise<Answer> {
  try {
    return { status: 200, body: JSON.stringify(await run()), requestId }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.keepsChanges) throw error
    return { status: error.status, body: JSON.stringify(error.body()), requestId }
  }
}

function send(reply: FastifyReply, { status, body }: Omit<Answer, 'requestId'>): FastifyReply {
  return reply.code(status).type('application/json').send(body)
}

/** The API on loopback: form-encoded requests, JSON answers, errors in Stripe's envelope. */
export function createApiServer(options: ApiServerOptions): FastifyInstance {
  const { core, log, apiKey, apiVersion } = options
  const app = Fastify({ logger: false, bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Request-Id': newId('req', 14),
      'Stripe-Version': request.headers['stripe-version'] ?? apiVersion,
    })
    checkKey(request, apiKey)
  })
  app.setNotFoundHandler((request) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    throw new ApiError(`Unrecognized request URL (${request.method}: ${pathname}).`, {
      status: 404,
    })
  })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) {
      return send(reply, { status: error.status, body: JSON.stringify(error.body()) })
    }
    const { statusCode = 500, message } = error as { statusCode?: number; message: string }
    if (statusCode >= 500) log.error({ err: error }, 'The test payments failed')
    const said = statusCode >= 500 ? 'An unknown error occurred' : message
    const answer = new ApiError(said, statusCode >= 500 ? { type: 'api_error' } : {})
    return send(reply, { status: statusCode, body: JSON.stringify(answer.body()) })
  })

  async function change(
    route: ApiRoute,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const requestId = String(reply.getHeader('Request-Id'))
    const header = request.headers['idempotency-key']
    const key = typeof header === 'string' ? header : null
    const keyed: KeyedRequest | null =
      key === null ? null : { key, text: `${request.method} ${request.url}\n${bodyOf(request)}` }
    const act = async (store: Store, tx: Tx): Promise<Answer & { replayed: boolean }> => {
      const before = keyed && (await findAnswer(tx, keyed))
      if (before) return { ...before, replayed: true }
      const answer = await answerOf(() => runRoute(store, route, request), requestId)
      if (keyed) await keepAnswer(tx, keyed, answer)
      return { ...answer, replayed: false }
    }
    const answer = await core.write(act, {
      request: { id: requestId, idempotency_key: key },
      before: async (tx) => {
        if (keyed) await lockKey(tx, keyed)
      },
    })
    if (key !== null) reply.header('Idempotency-Key', key)
    if (answer.replayed) {
      reply.headers({ 'Idempotent-Replayed': 'true', 'Original-Request': answer.requestId })
    }
    return send(reply, answer)
  }

  for (const route of options.routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        if (route.method !== 'GET') return change(route, request, reply)
        const answer = await core.read((store) => runRoute(store, route, request))
        return send(reply, { status: 200, body: JSON.stringify(answer) })
      },
    })
  }
  return app
}

/** Listens on a free port of loopback. @returns like `http://127.0.0.1:41234` */
export async function listenOnLoopback(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
