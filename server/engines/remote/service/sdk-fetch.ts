import { type Outbound, OutboundError } from '#server/platform/outbound-http.ts'
import { troubleOfCall } from '../remote-error.ts'
import type { Refusal } from './judge-refusal.ts'
import { notAvailable, readRetryAfter, type ServiceError } from './service-error.ts'

/** An answer of a service that is no success. */
const TIMEOUT_MS = 60_000
const MOST_BYTES = 32 * 1024 ** 2

type Fetch = typeof globalThis.fetch

/**
 * `fetch` for a service's own client, over our outbound client: private addresses are refused, and whatever is no success
 * is thrown as a {@link ServiceError}, so that the client's own repeats do not happen.
 * @param options.place moves an address of the service to where the operator says that it is
 * @param options.judge what a refusal means
 */
export function createSdkFetch(options: {
  service: string
  outbound: Outbound
  place(url: URL): URL
  judge(refusal: Refusal): ServiceError
}): Fetch {
  const { service, outbound, place, judge } = options
  return async (input, init = {}) => {
    const asked = input instanceof Request ? input.url : input
    const { headers, body } = await encode(init)
    const answer = await outbound
      .send(place(new URL(asked)).href, {
        method: (init.method ?? 'GET').toUpperCase() as 'GET',
        headers,
        ...(body && { body }),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_BYTES,
        ...(init.signal && { signal: init.signal }),
      })
      .catch((error: unknown) => {
        init.signal?.throwIfAborted()
        const detail = error instanceof OutboundError ? error.message : 'could not be called'
        throw notAvailable(service, detail, { trouble: troubleOfCall(error) })
      })
    if (answer.status < 200 || answer.status > 299) {
      throw judge({
        status: answer.status,
        text: answer.bytes.toString('utf8'),
        retryAfterMs: readRetryAfter(answer.headers['retry-after']),
      })
    }
    const isEmpty = answer.status === 204 || answer.status === 205
    return new Response(isEmpty ? null : new Uint8Array(answer.bytes), {
      status: answer.status,
      headers: answer.headers,
    })
  }
}

/** A response knows how each kind of body is written, with the boundary of a form in its type. */
async function encode({
  headers: given,
  body,
}: RequestInit): Promise<{ headers: Record<string, string>; body: Uint8Array | null }> {
  const headers = Object.fromEntries(new Headers(given))
  if (body == null) return { headers, body: null }
  const encoded = new Response(body)
  const type = encoded.headers.get('content-type')
  return {
    headers: { ...(type !== null && { 'content-type': type }), ...headers },
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}
