import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { createHttp, type HttpOptions, type HttpSettings } from '#server/http/index.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import { type Caller, Download, Reply, route } from '#server/platform/route.ts'

const CALLER: Caller = {
  userId: 'u1',
  email: 'a@example.com',
  emailVerified: true,
  isStaff: false,
  isAdmin: false,
  by: 'session',
  tokenHash: Buffer.alloc(32),
}
const CALLERS: Record<string, Partial<Caller>> = {
  good: {},
  admin: { userId: 'u2', isAdmin: true },
  staff: { userId: 'u3', isStaff: true },
  api: {
    userId: 'u4',
    by: 'api_key',
    key: { id: 'k1', scopes: ['read'], callsPerMinute: 60 },
  },
}

const findCaller = async (token: string) =>
  token in CALLERS ? { ...CALLER, ...CALLERS[token] } : null

const define = <const M extends 'GET' | 'POST' | 'DELETE'>(method: M, path: string) =>
  ({ method, path, access: 'user', summary: path, response: z.unknown() }) as const

export const sampleRoutes = [
  route(
    endpoint({
      ...define('POST', '/api/echo/'),
      body: z.strictObject({
        size: z.int().max(4),
        text: z.string().max(2000).default('filled in'),
      }),
      response: z.object({ size: z.number(), text: z.string() }),
      statuses: [201],
    }),
    async ({ body }) => body,
  ),
  route(
    endpoint({ ...define('GET', '/api/things/:id/'), params: z.object({ id: z.string() }) }),
    async ({ params, ip }) => ({ id: params.id, ip }),
  ),
  route(
    endpoint({ ...define('GET', '/api/things/special/') }),
    async () => new Reply(200, { special: true }, { 'X-Extra': '1' }),
  ),
  route(
    endpoint({
      ...define('DELETE', '/api/things/:id/'),
      params: z.object({ id: z.string() }),
      response: z.null(),
      statuses: [204],
    }),
    async () => null,
  ),
  route(endpoint({ ...define('GET', '/api/admin-only/'), access: 'admin' }), async () => 'admin'),
  route(endpoint({ ...define('GET', '/api/staff-only/'), access: 'staff' }), async () => 'staff'),
  route(
    endpoint({
      ...define('POST', '/api/staff-only/change/'),
      access: 'staff',
      body: z.strictObject({ size: z.int() }),
    }),
    async () => 'changed',
  ),
  route(
    endpoint({
      ...define('GET', '/api/file/'),
      access: 'public',
      download: 'text/csv',
      response: z.string(),
    }),
    async () =>
      new Download(
        'file.csv',
        (async function* lines() {
          yield 'a,b'
        })(),
      ),
  ),
  route(endpoint({ ...define('GET', '/api/session-only/'), access: 'session' }), async () => 'me'),
  route(endpoint({ ...define('GET', '/api/public/'), access: 'public' }), async ({ caller }) => ({
    known: caller?.userId ?? null,
  })),
  route(
    endpoint({ ...define('POST', '/api/anonymous/'), access: 'anonymous' }),
    async ({ caller }) => caller,
  ),
  route(endpoint({ ...define('GET', '/api/acts/'), access: 'session', acts: true }), async () => ({
    done: true,
  })),
  route(endpoint({ ...define('GET', '/api/broken/'), access: 'public' }), async () => {
    throw new Error('select secret from table')
  }),
  route(endpoint({ ...define('GET', '/api/poor/'), access: 'public' }), async () => {
    throw new AppError('not_enough_credits', 'log text', {
      userMessage: 'Not enough credits.',
      extra: { missing: 3 },
    })
  }),
  route(endpoint({ ...define('GET', '/api/wait/'), access: 'public' }), async () => {
    throw userError('queue_full', 'Full.', { retryAfterSeconds: 2.2 })
  }),
  route(
    endpoint({
      ...define('GET', '/api/liar/'),
      access: 'public',
      response: z.object({ a: z.string() }),
    }),
    async () => ({ a: 1 }) as never,
  ),
]

export interface HttpChange extends Partial<Omit<HttpOptions, 'settings'>> {
  settings?: Partial<HttpSettings>
}

/** The HTTP side with made-up calls and callers, without a database; closed when the test ends. */
export async function startHttp(change: HttpChange = {}): Promise<FastifyInstance> {
  const app = await createHttp({
    log: pino({ level: 'silent' }),
    routes: sampleRoutes,
    authenticate: findCaller,
    keys: { authenticate: findCaller, noteCall: async () => {} },
    readiness: async () => ({ database: true }),
    secret: Buffer.alloc(32, 7),
    validateResponses: true,
    ...change,
    settings: {
      publicUrl: 'http://localhost:41400',
      trustedProxies: [],
      languages: ['en'],
      apiLimits: { perAddress: 0, perCaller: 0 },
      apiHost: null,
      mediaOrigins: [],
      telemetryOrigins: () => ({ connect: [], frame: [] }),
      development: false,
      ...change.settings,
    },
  })
  onTestFinished(() => app.close())
  return app
}

export const asGood = { authorization: 'Token good' }
