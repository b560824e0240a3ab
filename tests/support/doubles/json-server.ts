import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

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
export async function startJsonServer(
  answer: (url: URL, request: IncomingMessage) => JsonAnswer | Promise<JsonAnswer>,
): Promise<JsonServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    void Promise.resolve(answer(url, request)).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      return response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
