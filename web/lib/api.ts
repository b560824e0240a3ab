import { ApiError, type Transport } from '#contract/client.ts'
import type { Route } from '#contract/endpoint.ts'
import type { AgeStatementNeeded } from '#contract/age-statements.ts'
import { ERROR_CODE_HEADER } from '#contract/errors.ts'
import { callerOver } from './calls.ts'
import { askForConsent, type ConsentQuestion } from './consent-request.ts'
import { readCookie } from './cookies.ts'
import { sendWithProgress } from './send-with-progress.ts'

export { ApiError } from '#contract/client.ts'
export { api, type Answer, type Sent } from './calls.ts'

export const TOKEN_COOKIE = 'accessToken'
/** Beside the session of an administrator who sees the site as somebody else does. */
export const VIEW_COOKIE = 'viewToken'

/** Token of the session that calls are made in. */
export const sessionToken = (): string | null => readCookie(VIEW_COOKIE) ?? readCookie(TOKEN_COOKIE)

const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'X-XSRF-TOKEN'
const TIMEOUT_MS = 50_000

/** No answer came; the message says why: `Network Error`, `timeout exceeded` or `Query was cancelled`. */
export class TransportError extends Error {
  readonly cancelled: boolean

  constructor(message: string, options: { cancelled: boolean; cause: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'TransportError'
    this.cancelled = options.cancelled
  }
}

/** For the `catch` of a reading: null for what is not there, which is an answer; anything else stays an error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/** A large file on a slow line, and its turn to be read. */
const UPLOAD_TIMEOUT_MS = 240_000

/** Headers of every call: the type of the body, the page, the session, and the cookie against forged requests. */
function headersOf(body: unknown): Record<string, string> {
  const token = sessionToken()
  const xsrf = readCookie(XSRF_COOKIE)
  return {
    Accept: 'application/json, text/plain, */*',
    // A form brings its own type, with the boundary of its parts.
    ...(body === undefined || body instanceof FormData
      ? {}
      : { 'Content-Type': body instanceof Blob ? 'application/octet-stream' : 'application/json' }),
    'X-Page-Url': window.location.href,
    ...(xsrf === null ? {} : { [XSRF_HEADER]: xsrf }),
    ...(token === null ? {} : { Authorization: `Token ${token}` }),
  }
}

/** The answer's body; what is not JSON (a proxy's page of an error) stays text. */
function parse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const send: Transport = async ({ method, url, body, headers, signal, onProgress }) => {
  const isFile = body instanceof FormData || body instanceof Blob
  const timeout = AbortSignal.timeout(isFile ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
  const ending = signal ? AbortSignal.any([signal, timeout]) : timeout
  const all = { ...headersOf(body), ...headers }
  try {
    if (onProgress && body instanceof FormData) {
      const request = { method, url, headers: all, body, signal: ending, onProgress }
      return await sendWithProgress(request, parse)
    }
    const response = await fetch(url, {
      method,
      headers: all,
      signal: ending,
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    })
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: parse(await response.text()),
    }
  } catch (error) {
    const cancelled = signal?.aborted === true
    const message = timeout.aborted ? 'timeout exceeded' : 'Network Error'
    throw new TransportError(cancelled ? 'Query was cancelled' : message, {
      cancelled,
      cause: error,
    })
  }
}

/** What needs a consent or a statement is sent once more when that is given; declined, its refusal is the answer. */
const transport: Transport = async (request) => {
  const answer = await send(request)
  const question = questionOf(answer)
  return question && (await askForConsent(question)) ? transport(request) : answer
}

function questionOf({ header, body }: Awaited<ReturnType<Transport>>): ConsentQuestion | null {
  const code = header(ERROR_CODE_HEADER)
  if (code === 'consent_required') return { kind: 'faces' }
  if (code !== 'age_statement_required') return null
  return { kind: 'ages', about: (body as AgeStatementNeeded).about }
}

/** One call of the API from the browser: `call(api.plans.list, {})`. */
export const call = callerOver(transport)

/**
 * The file that a call answers; without a limit of time, for it may be large.
 * @throws {ApiError} for every answer outside 200-299
 * @throws {TransportError} when none came
 */
export async function download(
  { method, path }: Route,
  { body }: { body: unknown },
): Promise<Blob> {
  try {
    const response = await fetch(path, {
      method,
      headers: headersOf(body),
      body: JSON.stringify(body),
    })
    if (response.ok) return await response.blob()
    throw new ApiError({
      status: response.status,
      header: (name) => response.headers.get(name),
      body: parse(await response.text()),
    })
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new TransportError('Network Error', { cancelled: false, cause: error })
  }
}
