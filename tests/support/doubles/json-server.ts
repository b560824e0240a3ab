import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

export interface JsonAnswer {
  status: number
  body: unknown
}

export interface JsonServer {
  /** Origin on loopback. */
  url: string
  close(): Promise<void>
}

/** A server on loopback that answers every request with JSON; a string body goes as it is. */
export function startJsonServer(
  answer: (url: URL, request: IncomingMessage) => JsonAnswer | Promise<JsonAnswer>,
): Promise<JsonServer> {
  return listenOnLoopback(async (request, response) => {
    const { status, body } = await answer(urlOf(request), request)
    sendJson(response, status, body)
  })
}

/**
 * A server on loopback that does as `handle` says; a request whose handling fails loses its connection.
 * @param upgrade what is done with a request for a WebSocket; left out: it is refused
 */
export async function listenOnLoopback(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  upgrade?: (request: IncomingMessage, socket: Duplex) => void,
): Promise<JsonServer> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const open = new Set<Duplex>()
  if (upgrade) {
    server.on('upgrade', (request, socket) => {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      upgrade(request, socket)
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const urlOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://localhost')

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Empty for a request without a body. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBody(request)).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

/** All that a request sends. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
