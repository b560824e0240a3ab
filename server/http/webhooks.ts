import type { FastifyPluginAsync } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'

/** An invoice of many lines, or a subscription with all its parts. */
const EVENT_LIMIT_BYTES = 1024 * 1024
/** Services put results into their messages; a longer one is refused, and its work is found by asking. */
const HINT_LIMIT_BYTES = 4 * 1024 * 1024

/** What a provider sent, byte for byte: its signature is over these bytes. */
export interface SignedMessage {
  body: Buffer
  signature: string | undefined
}

/** Stores the message. @throws {AppError} `invalid` when it is not from the provider */
export type ReceiveMessage = (message: SignedMessage) => Promise<void>

/** @throws {AppError} `not_found`, `invalid` when it is not from the engine's service */
export type ReceiveHint = (
  engine: string,
  message: { headers: IncomingHttpHeaders; body: Buffer },
) => Promise<void>

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/**
 * `POST /api/webhooks/stripe/`: answered as soon as the message is stored. `POST /api/webhooks/ENGINE/`: a service says
 * that work has ended.
 */
export function webhooks(receive: {
  stripe: ReceiveMessage
  engine: ReceiveHint
}): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    app.route({
      method: 'POST',
      url: '/api/webhooks/stripe/',
      bodyLimit: EVENT_LIMIT_BYTES,
      handler: async (request, reply) => {
        const signature = request.headers['stripe-signature']
        await receive.stripe({
          body: bytesOf(request.body),
          signature: Array.isArray(signature) ? signature[0] : signature,
        })
        return reply.header('Cache-Control', 'no-store').send({ received: true })
      },
    })
    app.route<{ Params: { engine: string } }>({
      method: 'POST',
      url: '/api/webhooks/:engine/',
      bodyLimit: HINT_LIMIT_BYTES,
      handler: async (request, reply) => {
        await receive.engine(request.params.engine, {
          headers: request.headers,
          body: bytesOf(request.body),
        })
        return reply.header('Cache-Control', 'no-store').send({ received: true })
      },
    })
  }
}
