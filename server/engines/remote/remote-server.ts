import { WebSocket } from 'undici'
import type { z } from 'zod'
import { createOutbound, OutboundError } from '#server/platform/outbound-http.ts'
import { refusal, unreachable, unreadable } from './remote-error.ts'
import { conceal, type ServerAddress } from './server-address.ts'

export interface RemoteCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** For the whole exchange; default 10 s. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** A server that an operator runs, as its address says. */
export interface RemoteServer {
  /**
   * Exchanges JSON.
   * @throws RemoteError `engine_unreachable` without an answer, `engine_failed` when it does not fit the schema, or as
   * `refusal` has it; what `signal` aborted rejects with its reason
   */
  call<T>(path: string, schema: z.ZodType<T>, call?: RemoteCall): Promise<T>
  /** Sends JSON; the answer is not looked at. Throws as `call`. */
  send(path: string, call?: RemoteCall): Promise<void>
  /** The bytes of a file. Throws as `call`. */
  download(path: string, call?: RemoteCall): Promise<Uint8Array>
  /** Uploads a form. Throws as `call`. */
  upload<T>(path: string, schema: z.ZodType<T>, form: FormData, call?: RemoteCall): Promise<T>
  /** Opens a socket at a path; what goes wrong is an event of it. */
  listen(path: string): WebSocket
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000
/** A picture of 4 MP in base64, several of them, with room. */
const MOST_BYTES = 256 * 1024 ** 2

const json = ({ body }: RemoteCall) =>
  body === undefined ? undefined : { type: 'application/json', body: JSON.stringify(body) }

/** @param name of the server, for messages */
export function createRemoteServer(name: string, address: ServerAddress): RemoteServer {
  const outbound = createOutbound({ allowedUrls: [address.url] })

  async function exchange(
    path: string,
    { method, timeoutMs = TIMEOUT_MS, signal }: RemoteCall,
    content?: { type: string; body: string | Uint8Array },
  ) {
    const answer = await outbound
      .send(`${address.url}${path}`, {
        method: method ?? (content ? 'POST' : 'GET'),
        headers: { ...address.headers, ...(content && { 'content-type': content.type }) },
        ...(content && { body: content.body }),
        timeoutMs,
        maxBytes: MOST_BYTES,
        ...(signal && { signal }),
      })
      .catch((error: unknown) => {
        signal?.throwIfAborted()
        if (error instanceof OutboundError && error.fault === 'too_large')
          throw unreadable(name, 'answered more than it may', { cause: error })
        throw unreachable(name, error)
      })
    if (answer.status < 200 || answer.status > 299)
      throw refusal(name, answer.status, conceal(answer.bytes.toString('utf8'), address))
    return answer
  }

  function read<T>(answer: { json(): unknown }, schema: z.ZodType<T>, path: string): T {
    try {
      return schema.parse(answer.json())
    } catch (error) {
      throw unreadable(name, `answered something else than expected at ${path}`, {
        cause: error,
        trouble: 'other_kind',
      })
    }
  }

  return {
    async call(path, schema, call = {}) {
      return read(await exchange(path, call, json(call)), schema, path)
    },
    async send(path, call = {}) {
      await exchange(path, call, json(call))
    },
    async download(path, call = {}) {
      return (await exchange(path, call)).bytes
    },
    async upload(path, schema, form, call = {}) {
      // A response knows how a form is written, with the boundary in its type.
      const encoded = new Response(form)
      const content = {
        type: encoded.headers.get('content-type') ?? '',
        body: new Uint8Array(await encoded.arrayBuffer()),
      }
      return read(await exchange(path, call, content), schema, path)
    },
    listen(path) {
      const url = `${address.url}${path}`.replace(/^http/, 'ws')
      return new WebSocket(url, { headers: address.headers })
    },
    close: () => outbound.close(),
  }
}
