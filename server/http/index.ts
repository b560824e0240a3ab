import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  LogController,
} from 'fastify'
import type { Log } from '#server/platform/log.ts'
import type { Route } from '#server/platform/route.ts'
import { addApiDocs, addApiSchema } from './api-docs.ts'
import { type ApiLimits, addApiLimit, createKeyLimit } from './api-limit.ts'
import { apiProxy, withoutProxy } from './api-proxy.ts'
import { type Authenticate, addAuthentication, type KeyDoor } from './authentication.ts'
import { bindRoutes } from './bind-routes.ts'
import { addConnectionClosing } from './close-connections.ts'
import { addCsrfProtection } from './csrf.ts'
import {
  addErrorHandler,
  answerUnreadable,
  refuseTunnel,
  sendError,
  toAppError,
} from './error-handler.ts'
import { addHealth, type Readiness } from './health.ts'
import { collectApiMethods } from './method-not-allowed.ts'
import { addRequestLanguage } from './request-language.ts'
import { addRequestLog } from './request-log.ts'
import { requestLogger } from './request-logger.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { UPLOAD_LIMITS, type UploadLimits } from './upload-gate.ts'

export interface HttpSettings {
  /** Where people reach the site; https there makes cookies secure and browsers insist on https. */
  publicUrl: string
  /** Addresses or ranges whose X-Forwarded-* are believed; empty: nobody's. */
  trustedProxies: readonly string[]
  apiLimits: ApiLimits
  /** Origin that `/proxy/api/*` leads to; null: this server answers it as `/api/*`. */
  apiHost: string | null
  /** Origins besides our own that pictures come from. */
  mediaOrigins: readonly string[]
  /** Origins that pages send to and show in frames, by the configuration. */
  telemetryOrigins(): { connect: readonly string[]; frame: readonly string[] }
  /** Languages that are offered, English first. */
  languages: readonly string[]
  /** The development server, with hot reload. */
  development: boolean
}

export interface HttpOptions {
  settings: HttpSettings
  log: Log
  /** The calls of all domains. */
  routes: readonly Route[]
  authenticate: Authenticate
  keys: KeyDoor
  /** Key of the installation, for what binds a value to a session. */
  secret: Buffer
  readiness: Readiness
  /** What is not JSON calls: events, media, the inbox, pages. Registered after the API, in this order. */
  plugins?: readonly FastifyPluginAsync[]
  /** Checks every answer against the contract; for tests. */
  validateResponses?: boolean
  uploadLimits?: UploadLimits
}

/** Largest body; a call that needs more says so, see `Endpoint.maxBodyBytes`. */
const BODY_LIMIT_BYTES = 64 * 1024
/** Everything that gains from it; not event streams, which must not wait in a buffer. */
const COMPRESSIBLE =
  /^(?!text\/event-stream)(?:text\/|image\/svg\+xml|application\/(?:json|javascript|manifest\+json|xml))/
const REQUEST_TIMEOUT_MS = 120_000

function createServer({ settings, log }: HttpOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  return Fastify({
    loggerInstance,
    childLoggerFactory: (_logger, bindings) => requestLogger(log, bindings),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    ...(settings.apiHost === null && {
      rewriteUrl: ({ url }: IncomingMessage) => withoutProxy(url ?? '/'),
    }),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: false, ignoreDuplicateSlashes: false },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, _request, reply) => {
      void sendError(reply, toAppError(error))
    },
  })
}

/**
 * Builds the HTTP side of the program: security headers, limits, who asks, CSRF, the calls of the contract, and
 * the plugins for what is not JSON. Ready to `listen` or `inject`.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { settings } = options
  const app = createServer(options)
  const https = settings.publicUrl.startsWith('https:')
  addConnectionClosing(app)
  app.server.on('connect', refuseTunnel)
  const answerWrongMethods = collectApiMethods(app)
  addErrorHandler(app)
  addRequestLanguage(app, settings.languages)
  addRequestLog(app)
  await addSecurityHeaders(app, { ...settings, https })
  await app.register(cookie)
  await app.register(compress, {
    customTypes: COMPRESSIBLE,
    threshold: 1024,
    encodings: ['br', 'gzip', 'deflate', 'identity'],
  })
  const limitCaller = addApiLimit(app, settings.apiLimits)
  addAuthentication(app, {
    authenticate: options.authenticate,
    keys: options.keys,
    limitKey: createKeyLimit(),
  })
  addCsrfProtection(app, { secureCookies: https, secret: options.secret })
  addHealth(app, options.readiness)
  await addApiSchema(app)
  await app.register(async (api) => {
    bindRoutes(api, options.routes, {
      validateResponses: options.validateResponses ?? false,
      limitCaller,
      uploadLimits: options.uploadLimits ?? UPLOAD_LIMITS,
    })
  })
  await addApiDocs(app)
  if (settings.apiHost !== null) await app.register(apiProxy(settings.apiHost))
  for (const plugin of options.plugins ?? []) await app.register(plugin)
  answerWrongMethods()
  await app.ready()
  return app
}
