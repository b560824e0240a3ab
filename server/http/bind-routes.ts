import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOfHost } from '#brands/index.ts'
import { type Endpoint, featuresOf, statusesOf } from '#contract/endpoint.ts'
import { type KeyScope, scopesOf } from '#contract/key-scopes.ts'
import { AppError, notFound, userError } from '#server/platform/errors.ts'
import {
  type Caller,
  Download,
  Reply,
  type Route,
  type RouteRequest,
} from '#server/platform/route.ts'
import { parseInput } from '#server/platform/validation.ts'
import { t } from '#server/texts/index.ts'
import type { LimitCaller } from './api-limit.ts'
import { createUploadGate, type UploadGate, type UploadLimits } from './upload-gate.ts'
import { readUploadedFile, readsUploads } from './uploaded-file.ts'
import { sayAnswerIn, type SayAnswer } from './say-in-language.ts'

export interface BindOptions {
  /** Checks every success against the contract; a mismatch is a 500. For tests. */
  validateResponses: boolean
  limitCaller: LimitCaller
  uploadLimits: UploadLimits
}

/**
 * Lets an API key do what its scopes say. Who it is decides about calls of the staff, and what everybody may read it may, too.
 * @throws {AppError} `permission_denied`
 */
function requireScope(endpoint: Endpoint, held: readonly KeyScope[]): void {
  const { access, method } = endpoint
  if (access === 'staff' || access === 'admin') return
  if (access === 'public' && method === 'GET') return
  if (access === 'session') {
    throw userError('permission_denied', t('requests.needsSession'))
  }
  if (!scopesOf(endpoint).some((scope) => held.includes(scope))) {
    throw userError('permission_denied', t('common.keyMayNot'))
  }
}

/** @throws {AppError} `not_authenticated`, `permission_denied`, and what `signedIn` throws */
async function requireCaller(endpoint: Endpoint, request: FastifyRequest): Promise<Caller | null> {
  if (endpoint.access === 'anonymous') return null
  const caller = await request.signedIn()
  if (caller?.by === 'api_key') requireScope(endpoint, caller.key?.scopes ?? [])
  if (endpoint.access === 'public') return caller
  if (!caller) {
    throw userError('not_authenticated', t('requests.notAuthenticated'))
  }
  return caller
}

/** As the pages of a feature that the brand of this host lacks, its calls are not there for anybody. @throws {AppError} `not_found` */
function requireFeature(endpoint: Endpoint, host: string): void {
  const needed = featuresOf(endpoint)
  const { features } = brandOfHost(host)
  if (needed.length > 0 && !needed.some((one) => features.includes(one))) throw notFound()
}

/** Calls for staff and admins are not there for anybody else, whatever body they send. */
function authorise(endpoint: Endpoint, caller: Caller | null): void {
  const allowed =
    endpoint.access === 'admin'
      ? caller?.isAdmin
      : endpoint.access === 'staff'
        ? caller?.isStaff || caller?.isAdmin
        : true
  if (!allowed) throw notFound()
}

const BINARY: ReadonlySet<string> = new Set([
  'application/zip',
  'application/octet-stream',
  'image/jpeg',
])

function sendDownload({ download }: Endpoint, file: Download, reply: FastifyReply): FastifyReply {
  return reply
    .headers({
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${file.filename}"`,
    })
    .type(BINARY.has(download ?? '') ? `${download}` : `${download}; charset=utf-8`)
    .send(Readable.from(file.pieces))
}

function present(
  endpoint: Endpoint,
  answer: unknown,
  reply: FastifyReply,
  { validate, say }: { validate: boolean; say: SayAnswer },
): FastifyReply {
  if (answer instanceof Download) return sendDownload(endpoint, answer, reply)
  const full = answer instanceof Reply ? answer : new Reply(statusesOf(endpoint)[0], answer)
  if (validate) {
    if (!statusesOf(endpoint).includes(full.status)) {
      throw new Error(`${endpoint.path} answered ${full.status}, which its contract does not name`)
    }
    const checked = endpoint.response.safeParse(say(full.body, 'en'))
    if (!checked.success) throw checked.error
  }
  reply.code(full.status).headers({ 'Cache-Control': 'no-store', ...full.headers })
  if (full.status === 204) return reply.send()
  return reply
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(say(full.body, reply.request.language))
}

function parsedQuery(endpoint: Endpoint, input: unknown): unknown {
  return endpoint.query ? parseInput(endpoint.query, input) : undefined
}

/** @throws {AppError} `not_found`: what a malformed id names is not there */
function parsedParams(endpoint: Endpoint, input: unknown): unknown {
  if (!endpoint.params) return undefined
  try {
    return parseInput(endpoint.params, input)
  } catch (error) {
    throw error instanceof AppError ? notFound() : error
  }
}

async function parsedBody(
  { endpoint, readBody }: Route,
  input: unknown,
  userId: string | null,
): Promise<unknown> {
  if (readBody && typeof input === 'string') return readBody(input, userId)
  if (endpoint.body) return parseInput(endpoint.body, input === undefined ? {} : input)
  return undefined
}

function bindRoute(
  app: FastifyInstance,
  route: Route,
  options: BindOptions,
  uploads: UploadGate | null,
): void {
  const { endpoint, handle, admit } = route
  const say = sayAnswerIn(endpoint.response)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    ...(endpoint.file?.raw && { bodyLimit: endpoint.file.maxBytes }),
    config: {
      ignoresCallers: endpoint.access === 'anonymous',
      endpoint,
      takesText: route.readBody !== undefined,
    },
    // See security-headers.ts.
    helmet: false,
    onRequest: async (request) => {
      requireFeature(endpoint, request.host)
      const caller = await requireCaller(endpoint, request)
      if (caller) await options.limitCaller(caller)
      authorise(endpoint, caller)
    },
    handler: async (request, reply) => {
      const caller = endpoint.access === 'anonymous' ? null : await request.signedIn()
      const routeRequest = {
        params: parsedParams(endpoint, request.params),
        query: parsedQuery(endpoint, request.query),
        body: await parsedBody(route, request.body, caller?.userId ?? null),
        file: undefined,
        texts: {},
        caller,
        ip: request.ip,
        host: request.host,
        language: request.language,
        headers: request.headers,
        cookies: request.cookies,
        signal: request.signal,
      }
      const { file: field } = endpoint
      const answer = await (field && uploads
        ? uploads.run(request, reply, caller?.userId ?? null, async (upload) => {
            if (caller) await admit?.(caller)
            const { file, texts } = await readUploadedFile(request, field, upload)
            const { signal } = upload
            return handle(Object.assign(routeRequest, { file, texts, signal }))
          })
        : handle(routeRequest as RouteRequest<Endpoint>))
      return present(endpoint, answer, reply, { validate: options.validateResponses, say })
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Its body is left as it came. */
    takesText?: boolean
  }
}

/** Only JSON is read, except by uploads; an empty body is no body, whatever its content type says. */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body.trim() === '') done(null, undefined)
      else if (request.routeOptions.config.takesText) done(null, body)
      else void parse(request, body, done)
    },
  )
}

/**
 * Mounts the calls of the domains, each in the order limit, authenticate, csrf, authorise by role, validate, handle,
 * present (limit by address and csrf are hooks of the whole app).
 */
export function bindRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  options: BindOptions,
): void {
  readJsonOnly(app)
  const isUpload = ({ endpoint }: Route) => endpoint.file !== undefined
  for (const route of routes) if (!isUpload(route)) bindRoute(app, route, options, null)
  void app.register(async (uploads) => {
    await readsUploads(uploads)
    const gate = createUploadGate(uploads, options.uploadLimits)
    for (const route of routes) if (isUpload(route)) bindRoute(uploads, route, options, gate)
  })
}
