import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { KEY_SCOPES } from '#contract/key-scopes.ts'
import type { McpDoor } from '#server/domains/mcp/index.ts'
import { userError } from '#server/platform/errors.ts'
import { inEnglish, t } from '#server/texts/index.ts'
import { logError, referenceOf, toAppError } from './error-handler.ts'
import { requireKey } from './require-key.ts'

/** An image of 20 MB as base64, and what stands around it. */
const BODY_BYTES = 28 * 1024 * 1024

/** What the client may read of a failure, which is logged here; in English, as all of this interface. */
function explain(request: FastifyRequest, error: unknown): string {
  const known = toAppError(error)
  logError(request, known)
  const reference = referenceOf(request)
  const words = known.sentence ?? inEnglish(t('requests.wentWrong', { reference }))
  const [field] = Object.keys(known.fields ?? {})
  return field === undefined || field === 'non_field_errors' ? words : `${field}: ${words}`
}

/** `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. */
export function mcpPlugin(door: McpDoor): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    // Before the body is read, however large it is.
    const onRequest = async (request: FastifyRequest) => {
      await requireKey(request, KEY_SCOPES)
    }
    app.post('/mcp', { bodyLimit: BODY_BYTES, onRequest }, async (request, reply) => {
      if (Array.isArray(request.body)) throw userError('invalid', t('requests.oneMessage'))
      const caller = await requireKey(request, KEY_SCOPES)
      const { protocol, host } = request
      const { StreamableHTTPServerTransport } =
        await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
      const server = await door.serve({
        caller,
        host,
        origin: `${protocol}://${host}`,
        explain: (error) => explain(request, error),
      })
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
      // The client may have left while these were read.
      if (reply.raw.destroyed) {
        reply.hijack()
        return
      }
      reply.raw.once('close', () => void server.close())
      await server.connect(transport)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      await transport.handleRequest(request.raw, reply.raw, request.body)
    })
    // Nothing is kept between requests: there is no stream to open, and no session to end.
    app.route({
      method: ['GET', 'DELETE'],
      url: '/mcp',
      handler: (_request, reply) => reply.code(405).header('Allow', 'POST').send(),
    })
  }
}
