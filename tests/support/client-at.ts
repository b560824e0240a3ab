import { request } from 'node:http'
import type { Transport } from '#contract/client.ts'
import { createClient } from '#tests/support/client.ts'
import type { TestClient } from './test-app.ts'

/** Calls the site of a host as a browser does; fetch sends no other Host. */
export function clientAt({ url }: { url: string }, host: string, token?: string): TestClient {
  const { hostname, port } = new URL(url)
  const transport: Transport = ({ method, url: path, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method,
          path,
          headers: {
            ...headers,
            host: `${host}:${port}`,
            ...(token !== undefined && { authorization: `Token ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (chunk: string) => (text += chunk))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              header: (name) => String(answer.headers[name.toLowerCase()] ?? '') || null,
              body: text === '' ? null : (JSON.parse(text) as unknown),
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  return createClient(transport, { validate: true })
}
