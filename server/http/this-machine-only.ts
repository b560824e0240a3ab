import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isLoopback } from '#server/config/index.ts'
import { notFound } from '#server/platform/errors.ts'

/** Whoever sets one of these passes on what somebody else has asked. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-original-host',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
]

function isLoopbackPeer({ socket }: FastifyRequest): boolean {
  const peer = socket.remoteAddress?.replace(/^::ffff:/, '')
  return peer !== undefined && isLoopback(peer)
}

/** The Host as it was sent, whatever proxies are trusted to say. */
function isLoopbackHost({ headers }: FastifyRequest): boolean {
  const url = URL.parse(`http://${headers.host ?? ''}`)
  return url !== null && isLoopback(url.hostname)
}

/**
 * Whether a request comes from this machine and was meant for it: a proxy's would pass as local otherwise, and so would
 * a page that has a name of its own point here.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return (
    isLoopbackPeer(request) &&
    isLoopbackHost(request) &&
    FORWARDING.every((name) => request.headers[name] === undefined)
  )
}

/** Mounts a plugin whose routes are there for this machine alone, and 404 for everybody else. */
export function thisMachineOnly(plugin: FastifyPluginAsync): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request) => {
      if (!isFromThisMachine(request)) throw notFound()
    })
    await app.register(plugin)
  }
}
