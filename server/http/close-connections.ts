import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const PATIENCE_MS = 5000

/**
 * Lets a closing server end as soon as the last request is answered. Node's own closing waits a minute for
 * connections that never sent a request, and browsers open such ones ahead of time. A request that is not answered
 * within `patienceMs` is cut off.
 */
export function addConnectionClosing(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  /** How many requests of a connection are being answered. */
  const connections = new Map<Socket, number>()
  let closing = false

  const add = (socket: Socket, change: number) => {
    const requests = (connections.get(socket) ?? 0) + change
    connections.set(socket, requests)
    if (closing && requests <= 0) socket.destroySoon()
  }

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, 0)
    socket.once('close', () => connections.delete(socket))
    if (closing) socket.destroySoon()
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    add(socket, 1)
    response.once('close', () => {
      if (connections.has(socket)) add(socket, -1)
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const [socket, requests] of connections) if (requests === 0) socket.destroySoon()
    const late = setTimeout(() => app.server.closeAllConnections(), patienceMs)
    app.server.once('close', () => clearTimeout(late))
  })
}
