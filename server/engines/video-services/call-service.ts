import type { z } from 'zod'
import { type Outbound, OutboundError } from '#server/platform/outbound-http.ts'
import { troubleOfCall } from '../remote/remote-error.ts'
import type { Refusal } from '../remote/service/judge-refusal.ts'
import {
  readRetryAfter,
  type ServiceError,
  brokenService,
  notAvailable,
} from '../remote/service/service-error.ts'

export interface Ask {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface ServiceCalls {
  /** Exchanges JSON. Throws what `judge` makes of a refusal; `engine_unreachable` without an answer. */
  ask<T>(path: string, schema: z.ZodType<T>, ask?: Ask): Promise<T>
  /** The answer is not looked at. */
  send(path: string, ask?: Ask): Promise<void>
}

const TIMEOUT_MS = 60_000
const MOST_BYTES = 4 * 1024 ** 2

/** @param options.headers made for each call: tokens expire */
export function createServiceCalls(options: {
  service: string
  outbound: Outbound
  baseUrl: string
  headers(): Record<string, string>
  judge(refusal: Refusal): ServiceError
}): ServiceCalls {
  const { service, outbound, judge } = options
  const baseUrl = options.baseUrl.replace(/\/$/, '')

  async function exchange(path: string, { method, body, form, headers, signal }: Ask) {
    const content = await encode(body, form)
    const answer = await outbound
      .send(`${baseUrl}${path}`, {
        method: method ?? (content ? 'POST' : 'GET'),
        headers: { ...options.headers(), ...content?.headers, ...headers },
        ...(content && { body: content.bytes }),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_BYTES,
        ...(signal && { signal }),
      })
      .catch((error: unknown) => {
        signal?.throwIfAborted()
        throw notAvailable(service, error instanceof OutboundError ? error.message : 'failed', {
          trouble: troubleOfCall(error),
        })
      })
    if (answer.status >= 200 && answer.status <= 299) return answer
    throw judge({
      status: answer.status,
      text: answer.bytes.toString('utf8'),
      retryAfterMs: readRetryAfter(answer.headers['retry-after']),
    })
  }

  return {
    async ask(path, schema, ask = {}) {
      const answer = await exchange(path, ask)
      try {
        return schema.parse(answer.json())
      } catch {
        throw brokenService(service, `answered something else than expected at ${path}`, {
          trouble: 'other_kind',
        })
      }
    },
    async send(path, ask = {}) {
      await exchange(path, ask)
    },
  }
}

async function encode(
  body: unknown,
  form: FormData | undefined,
): Promise<{ headers: Record<string, string>; bytes: string | Uint8Array } | null> {
  if (form) {
    // A response knows how a form is written, with the boundary in its type.
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    return { headers: { 'content-type': type }, bytes: new Uint8Array(await encoded.arrayBuffer()) }
  }
  if (body === undefined) return null
  return { headers: { 'content-type': 'application/json' }, bytes: JSON.stringify(body) }
}
