import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { METHODS } from './methods.ts'

function refuse(request: FastifyRequest, reply: FastifyReply, allow: string): never {
  reply.header('Allow', allow)
  throw userError('method_not_allowed', t('requests.methodNotAllowed', { method: request.method }))
}

/**
 * Answers 405 for methods that nothing here has, such as QUERY. Remembers every path under /api/ and, once all are
 * known, does so for the methods that a path lacks.
 */
export function collectApiMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRequest', async (request, reply) => {
    if (!METHODS.includes(request.method)) refuse(request, reply, METHODS.join(', '))
  })
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/') || route.url.includes('*')) return
    const methods = methodsByPath.get(route.url) ?? new Set<string>()
    for (const method of [route.method].flat()) methods.add(method)
    methodsByPath.set(route.url, methods)
  })
  return () => {
    for (const [url, methods] of methodsByPath) {
      const allow = METHODS.filter((method) => methods.has(method)).join(', ')
      app.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url,
        // Before the body is read: whatever it is, the answer is the same.
        onRequest: async (request, reply) => refuse(request, reply, allow),
        handler: async () => {},
      })
    }
  }
}
