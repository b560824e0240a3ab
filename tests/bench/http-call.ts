import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

interface Call {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

/** Over a kept connection, to the end: `fetch` itself would take longer than some of the answers. */
export function httpCall(url: string, { method, headers, body }: Call): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const answer = Buffer.concat(chunks)
        if (response.statusCode === 200 && answer.length > 0) resolve(answer)
        else {
          const text = answer.toString().slice(0, 200)
          reject(new Error(`${response.statusCode} from ${url}: ${text}`))
        }
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
