import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'

/** A call with as much work in it as its limits allow. */
export interface WorstRequest {
  name: string
  method: Endpoint['method']
  url: string
  contentType: string
  /** Another one for each round where what was read before is remembered; left out: there is none. */
  payload?(round: number): string | Buffer
  /** A file comes or goes piece by piece, and others are answered in between: what counts is the longest that they wait. */
  flows?: true
  /** After each round, not counted: takes back what was ordered, where only so much of it may be open. */
  undo?(answer: string): Promise<void>
}

/** As much as a socket hands over at a time. */
const PIECE = 64 * 1024

/** As it comes through a socket, others in between. */
export function inPieces(body: Buffer): Readable {
  async function* pieces() {
    for (let at = 0; at < body.length; at += PIECE) {
      yield body.subarray(at, at + PIECE)
      await setImmediate()
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}

export const urlOf = ({ path }: Endpoint, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? '')

/** @param params by their names in the path */
export const post = (
  name: string,
  endpoint: Endpoint,
  body: (round: number) => unknown,
  params: Record<string, string> = {},
): WorstRequest => ({
  name,
  method: endpoint.method,
  url: urlOf(endpoint, params),
  contentType: 'application/json',
  payload: (round) => JSON.stringify(body(round)),
})

const BOUNDARY = 'boundary-of-the-bench'

/** A file as a page sends it. */
export const send = (
  name: string,
  endpoint: Endpoint,
  file: (round: number) => Buffer,
): WorstRequest => ({
  name,
  method: endpoint.method,
  url: urlOf(endpoint, {}),
  contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  payload: (round) =>
    Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${endpoint.file?.field ?? ''}"; filename="a.png"\r\n\r\n`,
      ),
      file(round),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
})
