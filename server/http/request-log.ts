import type { FastifyInstance, FastifyRequest } from 'fastify'

const PAGE_URL_LIMIT = 500

/** The page that made a call, as its header X-Page-Url says, without its query: that may carry a key. */
function pageOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-page-url']
  return typeof header === 'string'
    ? header.split(/[?#]/, 1)[0]?.slice(0, PAGE_URL_LIMIT)
    : undefined
}

/** One line a request, and its id in the answer's header X-Request-Id. Queries are left out: they carry keys. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        page: pageOf(request),
      },
      'answered',
    )
  })
}
