import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { htmlPage } from './html.ts'

const WHO_MAY: Record<Endpoint['access'], string> = {
  anonymous: 'Anybody.',
  public: 'Anybody.',
  user: 'Signed-in people and API keys.',
  session: 'Signed-in people.',
  staff: 'Staff.',
  admin: 'Admins.',
}

function errorList(endpoint: Endpoint): string {
  const codes: ErrorCode[] = [...(endpoint.errors ?? [])]
  if (endpoint.body || endpoint.query) codes.unshift('invalid')
  if (endpoint.params) codes.push('not_found')
  return codes.map((code) => `\`${code}\` (${ERROR_STATUS[code]})`).join(', ')
}

/** The schema that documents a call; the parsing itself is in bind-routes.ts. */
function documentedSchema(endpoint: Endpoint): FastifySchema {
  const errors = errorList(endpoint)
  const statuses = endpoint.statuses ?? [200]
  return {
    summary: endpoint.summary,
    description:
      errors === '' ? WHO_MAY[endpoint.access] : `${WHO_MAY[endpoint.access]} Errors: ${errors}.`,
    tags: [endpoint.path.split('/')[2] ?? ''],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: Object.fromEntries(statuses.map((status) => [status, endpoint.response])),
    security:
      endpoint.access === 'anonymous' || endpoint.access === 'public' ? [] : [{ token: [] }],
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
          'JSON in snake_case, times ISO 8601 in UTC. Errors are {"field": ["message"]} or {"detail": "message"}, with a code in the header X-Error-Code.',
      },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token KEY' },
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

interface Operation {
  summary?: string
  description?: string
  requestBody?: unknown
  parameters?: unknown
  responses?: unknown
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const parts = (['parameters', 'requestBody', 'responses'] as const)
    .filter((part) => operation[part] !== undefined)
    .map(
      (part) =>
        `<h3>${part}</h3><pre>${escapeHtml(JSON.stringify(operation[part], null, 2))}</pre>`,
    )
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code>
<span class="quiet">${escapeHtml(operation.summary ?? '')}</span></summary>
<p>${escapeHtml(operation.description ?? '')}</p>${parts.join('')}</details>`
}

function docsPage(app: FastifyInstance): string {
  const { paths } = app.swagger() as { paths?: Record<string, Record<string, Operation>> }
  const byResource = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(paths ?? {})) {
    const resource = path.split('/')[2] ?? ''
    const list = byResource.get(resource) ?? []
    for (const [method, operation] of Object.entries(operations)) {
      list.push(operationHtml(method, path, operation))
    }
    byResource.set(resource, list)
  }
  const sections = [...byResource].map(
    ([name, list]) => `<h2>${escapeHtml(name)}</h2>${list.join('\n')}`,
  )
  return htmlPage(
    'API',
    `<p>Every call of this site. <a href="/api/schema/">OpenAPI document</a>. Signed-in calls carry
<code>Authorization: Token KEY</code>.</p>${sections.join('\n')}`,
  )
}

/** `/api/schema/` (OpenAPI, made from the contract) and `/api/docs/` (the same to read). */
export function addApiDocs(app: FastifyInstance): void {
  let page: string | undefined
  app.get('/api/schema/', async (_request, reply) => reply.send(app.swagger()))
  app.get('/api/docs/', async (_request, reply) => {
    page ??= docsPage(app)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
