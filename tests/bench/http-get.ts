import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

/** Reads an address to its end over a kept connection: `fetch` itself would take longer than some of the answers. */
export function httpGet(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        if (response.statusCode === 200 && body.length > 0) resolve(body)
        else
          reject(new Error(`${response.statusCode} from ${url}: ${body.toString().slice(0, 200)}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
