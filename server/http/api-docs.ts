import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance, type FastifyRequest, type FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { brandOfHost } from '#brands/index.ts'
import { type Endpoint, featuresOf, statusesOf } from '#contract/endpoint.ts'
import { scopesOf } from '#contract/key-scopes.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { isFresh } from './is-fresh.ts'
import { pageAddress } from './page-address.ts'

const SCHEMA = '/api/schema/'
const PAGE = '/api/docs/'
const SCRIPT = `${PAGE}js/scalar.js`

const WHO_MAY: Record<Endpoint['access'], string> = {
  anonymous: 'Anybody.',
  public: 'Anybody.',
  user: 'Logged-in people.',
  session: 'Logged-in people.',
  staff: 'Staff.',
  admin: 'Admins.',
}

/** Addresses that programs made for other services ask. */
const isOfPrograms = ({ path }: Endpoint): boolean => !path.startsWith('/api/')

const isOfKeys = (endpoint: Endpoint): boolean =>
  endpoint.access === 'user' && scopesOf(endpoint).length > 0

const whoMay = (endpoint: Endpoint): string =>
  isOfKeys(endpoint)
    ? `${isOfPrograms(endpoint) ? '' : 'Logged-in people, and '}API keys with the scope ${scopesOf(endpoint).join(' or ')}.`
    : WHO_MAY[endpoint.access]

const credentialsOf = (endpoint: Endpoint): Record<string, string[]>[] =>
  isOfKeys(endpoint)
    ? [...(isOfPrograms(endpoint) ? [] : [{ token: [] }]), { key: [] }]
    : [{ token: [] }]

function errorList(endpoint: Endpoint): string {
  const codes: ErrorCode[] = [...(endpoint.errors ?? [])]
  if (endpoint.body || endpoint.query || endpoint.file) codes.unshift('invalid')
  if (endpoint.file) codes.push('payload_too_large', 'unsupported_media_type')
  if (endpoint.params) codes.push('not_found')
  return codes.map((code) => `\`${code}\` (${ERROR_STATUS[code]})`).join(', ')
}

/** A file is documented by its own type; every other answer is JSON. */
function documentedAnswer({ download, response }: Endpoint): unknown {
  return download === undefined
    ? response
    : { description: 'A file', content: { [download]: { schema: response } } }
}

/** The schema that documents a call; the parsing itself is in bind-routes.ts. */
function documentedSchema(endpoint: Endpoint): FastifySchema {
  const errors = errorList(endpoint)
  const statuses = statusesOf(endpoint)
  const features = featuresOf(endpoint).map((feature) => `\`${feature}\``)
  return {
    summary: endpoint.summary,
    description: [
      whoMay(endpoint),
      ...(features.length > 0 ? [`Only on sites with ${features.join(' or ')}.`] : []),
      ...(errors === '' ? [] : [`Errors: ${errors}.`]),
    ].join(' '),
    tags: [endpoint.path.split('/')[2] ?? ''],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.form && { consumes: ['multipart/form-data'], body: endpoint.form }),
    ...(endpoint.file && {
      consumes: [endpoint.file.raw ? 'application/octet-stream' : 'multipart/form-data'],
      body: endpoint.file.raw ? z.file() : z.object({ [endpoint.file.field]: z.file() }),
    }),
    response: Object.fromEntries(statuses.map((status) => [status, documentedAnswer(endpoint)])),
    security:
      endpoint.access === 'anonymous' || endpoint.access === 'public'
        ? []
        : credentialsOf(endpoint),
  }
}

/** Collects every call for the OpenAPI document; register before the calls. */
export async function addApiSchema(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Atelier API',
        version: '1',
        description:
          'JSON in snake_case, times ISO 8601 in UTC. Errors are {"field": ["message"]} or {"detail": "message"}, with a code in the header X-Error-Code.\n\n[Back to the site](/)',
      },
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'Token SESSION',
          },
          key: { type: 'http', scheme: 'bearer', description: 'An API key' },
        },
      },
    },
    transform: (document) => {
      const { endpoint } = document.route.config ?? {}
      if (!endpoint) return { schema: { hide: true }, url: document.url }
      return jsonSchemaTransform({ ...document, schema: documentedSchema(endpoint) })
    },
  })
}

/** The reference calls nobody but this server: no fonts, proxy or assistant of its makers. */
const REFERENCE = {
  url: SCHEMA,
  pageTitle: 'Atelier API',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
} as const

/** What search engines and shared links say of the page: the plugin knows no brand. */
function tagsOfPage({ protocol, host }: FastifyRequest): string {
  const { name, hero } = brandOfHost(host)
  const address = pageAddress(protocol, host, PAGE)
  const title = escapeHtml(`${name} API`)
  const description = `Every call of the API of ${name}, with what it takes and answers, to read and to try.`
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${escapeHtml(description)}"/>`,
    `<link rel="canonical" href="${escapeHtml(address)}"/>`,
    `<meta property="og:title" content="${title}"/>`,
    `<meta property="og:image" content="${escapeHtml(new URL(hero.picture, address).href)}"/>`,
  ].join('')
}

/** The reference as a server of its own: its page is twenty megabytes of memory, which only those pay whose API is read about. */
async function openReference(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const reference = fastify()
  await reference.register(apiReference, { routePrefix: '/api/docs', configuration: REFERENCE })
  await reference.ready()
  return reference
}

/** The version of a text, as an ETag. */
const tagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

/**
 * `/api/schema/` (OpenAPI, made from the contract) and `/api/docs/` (the same to read and to try).
 * @param open makes the reference, when it is first asked for and again where that failed
 */
export async function addApiDocs(
  app: FastifyInstance,
  open: () => Promise<FastifyInstance> = openReference,
): Promise<void> {
  let opened: Promise<FastifyInstance> | null = null
  let scriptTag: string | null = null
  app.get(SCHEMA, async (_request, reply) => reply.send(app.swagger()))

  async function reference(): Promise<FastifyInstance> {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  for (const path of ['/api/docs', PAGE]) {
    app.get(path, async (request, reply) => {
      const { statusCode, headers, body } = await (await reference()).inject(request.url)
      const { location, 'content-type': type = 'text/plain' } = headers
      if (location !== undefined) return reply.redirect(location, statusCode)
      // It writes an inline script, and knows no nonce that changes with each answer.
      const shown = body
        .replaceAll('<script', `<script nonce="${reply.cspNonce.script}"`)
        .replace(/<title>[^<]*<\/title>/, () => tagsOfPage(request))
      return reply.status(statusCode).type(type).send(shown)
    })
  }
  // Five megabytes at an address that stays when the package changes: kept by browsers, and asked about each time.
  app.get(SCRIPT, async (request, reply) => {
    const { statusCode, headers, body } = await (await reference()).inject(request.url)
    if (statusCode !== 200) throw new Error(`The script of the reference answered ${statusCode}`)
    scriptTag ??= tagOf(body)
    void reply.header('ETag', scriptTag).header('Cache-Control', 'public, no-cache')
    if (isFresh(request, scriptTag)) return reply.status(304).send()
    return reply.type(headers['content-type'] ?? 'text/javascript').send(body)
  })
  app.addHook('onClose', async () => {
    const server = await opened?.catch(() => null)
    await server?.close()
  })
}
