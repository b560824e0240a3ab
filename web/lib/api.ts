import axios from 'axios'
import { type CallOptions, createClient, type Transport } from '#contract/client.ts'
import type { Answer, Endpoint, Sent } from '#contract/endpoint.ts'
import { readCookie } from './cookies.ts'

export { ApiError } from '#contract/client.ts'
export { api } from '#contract/index.ts'

export const TOKEN_COOKIE = 'accessToken'

/** No answer came; the message says why, in the words of the HTTP client. */
export class TransportError extends Error {
  readonly cancelled: boolean

  constructor(message: string, options: { cancelled: boolean; cause: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'TransportError'
    this.cancelled = options.cancelled
  }
}

const http = axios.create({
  baseURL: '',
  timeout: 50_000,
  timeoutErrorMessage: 'timeout exceeded',
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
  withXSRFToken: true,
  // The contract's client tells success (200 to 299) from error.
  validateStatus: () => true,
})

const transport: Transport = async (request) => {
  const token = readCookie(TOKEN_COOKIE)
  try {
    const response = await http.request<unknown>({
      method: request.method,
      url: request.url,
      data: request.body,
      signal: request.signal,
      headers: {
        // A form brings its own type, with the boundary of its parts.
        ...(request.body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        'X-Page-Url': window.location.href,
        ...(token === null ? {} : { Authorization: `Token ${token}` }),
        ...request.headers,
      },
    })
    const headers = response.headers as Record<string, string | undefined>
    return {
      status: response.status,
      header: (name) => headers[name.toLowerCase()] ?? null,
      body: response.data === '' ? null : response.data,
    }
  } catch (error) {
    const cancelled = axios.isCancel(error)
    const message = error instanceof Error ? error.message : 'Network Error'
    throw new TransportError(cancelled ? 'Query was cancelled' : message, {
      cancelled,
      cause: error,
    })
  }
}

/** One call of the API from the browser: `call(api.plans.list, {})`. */
export const call: <E extends Endpoint>(
  endpoint: E,
  request: Sent<E>,
  options?: CallOptions,
) => Promise<Answer<E>> = createClient(transport)
