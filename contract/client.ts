import type { Route } from './endpoint.ts'
import { ERROR_CODE_HEADER } from './errors.ts'

export interface TransportRequest {
  method: string
  /** Path and query, root-relative. */
  url: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal | undefined
  onProgress: ((share: number) => void) | undefined
}

export interface TransportResponse {
  status: number
  /** Reads a header, any case. */
  header(name: string): string | null
  /** Parsed JSON, or null for an empty body. */
  body: unknown
}

/** Carries one request; rejects only when no answer came. Both the web app and the tests use fetch. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/** An answer outside 200-299. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  readonly body: unknown
  readonly retryAfterSeconds: number | null

  constructor(response: TransportResponse) {
    super(`Request failed with status code ${response.status}`)
    this.name = 'ApiError'
    this.status = response.status
    this.code = response.header(ERROR_CODE_HEADER)
    this.body = response.body
    const retryAfter = response.header('Retry-After')
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter)
  }
}

export interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Told, where the transport can, what share of the body has been sent: 0 to 1. */
  onProgress?: (share: number) => void
}

function buildUrl(route: Route, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const search = new URLSearchParams()
  const given = (query ?? {}) as Record<string, string | number | boolean | null | undefined>
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && value !== null) search.append(name, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * Makes calls by their routes alone, for clients that carry no schemas.
 * @returns a caller that rejects with {@link ApiError} on every answer outside 200-299
 */
export function createCaller(
  transport: Transport,
): (route: Route, request: object, call?: CallOptions) => Promise<unknown> {
  return async (route, request, call = {}) => {
    const parts = request as { params?: unknown; query?: unknown; body?: unknown }
    const response = await transport({
      method: route.method,
      url: buildUrl(route, parts.params, parts.query),
      headers: { ...call.headers },
      body: parts.body,
      signal: call.signal,
      onProgress: call.onProgress,
    })
    if (response.status < 200 || response.status > 299) throw new ApiError(response)
    return response.body
  }
}
