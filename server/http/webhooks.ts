import type { FastifyPluginAsync } from 'fastify'

/** An invoice of many lines, or a subscription with all its parts. */
const EVENT_LIMIT_BYTES = 1024 * 1024

/** What a provider sent, byte for byte: its signature is over these bytes. */
export interface SignedMessage {
  body: Buffer
  signature: string | undefined
}

/** Stores the message. @throws {AppError} `invalid` when it is not from the provider */
export type ReceiveMessage = (message: SignedMessage) => Promise<void>

/** `POST /api/webhooks/stripe/`: answered as soon as the message is stored. */
export function webhooks(receive: { stripe: ReceiveMessage }): FastifyPluginAsync {
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
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          signature: Array.isArray(signature) ? signature[0] : signature,
        })
        return reply.header('Cache-Control', 'no-store').send({ received: true })
      },
    })
  }
}
