import { lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, request, type Dispatcher } from 'undici'
import { isMetadataHost, isPublicAddress } from './public-address.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Longest time of the whole exchange, with its redirects. */
  timeoutMs?: number
  maxBytes?: number
  /** False: a redirect is the answer; default true. */
  followsRedirects?: boolean
  signal?: AbortSignal
}

export interface OutboundResponse {
  status: number
  /** The address that answered, after redirects. */
  url: string
  /** Names in lower case; repeated ones joined by a comma. */
  headers: Record<string, string>
  bytes: Buffer
  /** @throws {OutboundError} `unreadable` */
  json(): unknown
}

/** An answer whose body is read as it comes: to its end, or it is destroyed. */
export interface OutboundStream {
  status: number
  /** The address that answered, after redirects. */
  url: string
  /** Names in lower case; repeated ones joined by a comma. */
  headers: Record<string, string>
  body: Readable
}

/** The one client for servers that are not ours. */
export interface Outbound {
  /** @throws {OutboundError} when no answer came; an answer of any status is returned */
  send(url: string, options?: OutboundRequest): Promise<OutboundResponse>
  /**
   * As `send`, for what is too large for memory. `timeoutMs` is until the body begins; `maxBytes` is the caller's to watch.
   * @throws {OutboundError} when no answer came; what cuts the body off later is thrown where it is read
   */
  open(url: string, options?: Omit<OutboundRequest, 'maxBytes'>): Promise<OutboundStream>
  close(): Promise<void>
}

export type OutboundFault =
  | 'bad_url'
  | 'refused_address'
  | 'too_many_redirects'
  | 'too_large'
  | 'timeout'
  | 'aborted'
  | 'unreadable'
  | 'unreachable'

/** Why an exchange with another server failed. The message may name its host, never its query or our secrets. */
export class OutboundError extends Error {
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundError'
    this.fault = fault
  }
}

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const DEFAULT_TIMEOUT_MS = 15_000
const DEFAULT_MAX_BYTES = 2 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 10_000

function portOf(url: URL): string {
  return url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
}

function hostAndPort(url: URL): string {
  return `${bareHost(url)}:${portOf(url)}`
}

function parseUrl(text: string, base?: string): URL {
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new OutboundError('bad_url', 'Only http and https addresses are called')
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('bad_url', 'Addresses with a user name are not called')
  }
  return url
}

/**
 * Resolves a name at the moment of connecting and keeps only addresses that may be called, so that a name cannot be
 * checked as one address and connected to as another.
 */
const lookupOnly =
  (mayCall: (address: string) => boolean, fault: string): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const usable = found.filter(({ address }) => mayCall(address))
      const [first] = usable
      if (!first) {
        return callback(new OutboundError('refused_address', `${hostname} ${fault}`), '')
      }
      if (options.all) return callback(null, usable)
      return callback(null, first.address, first.family)
    })
  }

const NOT_PUBLIC = 'is no public address'
const METADATA = 'is an address of its machine or its cloud'
const lookupPublic = lookupOnly(isPublicAddress, NOT_PUBLIC)
const lookupAllowed = lookupOnly((address) => !isMetadataHost(address), METADATA)

function toOutboundError(
  error: unknown,
  host: string,
  timeout: AbortSignal,
  given?: AbortSignal,
): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause
  }
  const code = (error as { code?: string }).code ?? ''
  if (given?.aborted) {
    return new OutboundError('aborted', `The call to ${host} was given up`, error)
  }
  if (timeout.aborted || /TIMEOUT|TIMEDOUT/.test(code)) {
    return new OutboundError('timeout', `${host} did not answer in time`, error)
  }
  return new OutboundError(
    'unreachable',
    `${host} could not be reached: ${code || 'failed'}`,
    error,
  )
}

async function readLimited(body: Dispatcher.ResponseData['body'], max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max) {
      body.destroy()
      throw new OutboundError('too_large', `The answer is larger than ${max} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** What came at the end of the redirects. */
interface Answer {
  status: number
  url: URL
  headers: Record<string, string>
  body: Dispatcher.ResponseData['body']
}

function flatHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
}

function toResponse(
  status: number,
  url: URL,
  headers: Record<string, string>,
  bytes: Buffer,
): OutboundResponse {
  return {
    status,
    url: url.href,
    headers,
    bytes,
    json() {
      try {
        return JSON.parse(bytes.toString('utf8')) as unknown
      } catch (error) {
        throw new OutboundError('unreadable', `${url.host} did not answer JSON`, error)
      }
    },
  }
}

const STAY_HOME = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** What the next request of a chain of redirects carries: only 307 and 308 repeat the body; secrets stay home. */
function redirected(call: OutboundRequest, status: number, from: URL, to: URL): OutboundRequest {
  const next = { ...call }
  if (status !== 307 && status !== 308) {
    next.method = 'GET'
    delete next.body
  }
  if (from.origin !== to.origin) {
    const headers = Object.entries(call.headers ?? {})
    next.headers = Object.fromEntries(
      headers.filter(([name]) => !STAY_HOME.has(name.toLowerCase())),
    )
  }
  return next
}

/**
 * @param options.allowedUrls addresses from the configuration; their host and port may be called even if private, but never those of {@link isMetadataHost}
 */
export function createOutbound(options: { allowedUrls?: readonly string[] } = {}): Outbound {
  const allowed = new Set((options.allowedUrls ?? []).map((url) => hostAndPort(new URL(url))))
  const connect = { timeout: CONNECT_TIMEOUT_MS }
  // Each call has its own time limit, which may be longer than undici's five minutes: a server may draw for so long.
  const limits = { headersTimeout: 0, bodyTimeout: 0 }
  const anywhere = new Agent({ connect: { ...connect, lookup: lookupAllowed }, ...limits })
  const publicOnly = new Agent({ connect: { ...connect, lookup: lookupPublic }, ...limits })

  /** A host that is an address itself is never looked up, so it is judged here. */
  function agentFor(url: URL): Agent {
    const host = bareHost(url)
    if (isMetadataHost(host)) throw new OutboundError('refused_address', `${host} ${METADATA}`)
    if (allowed.has(hostAndPort(url))) return anywhere
    if (isIP(host) && !isPublicAddress(host)) {
      throw new OutboundError('refused_address', `${host} ${NOT_PUBLIC}`)
    }
    return publicOnly
  }

  async function exchange(url: URL, call: OutboundRequest, signal: AbortSignal) {
    const answer = await request(url, {
      dispatcher: agentFor(url),
      method: call.method ?? 'GET',
      headers: { 'user-agent': 'Atelier', 'accept-encoding': 'identity', ...call.headers },
      body: call.body ?? null,
      signal,
    })
    const headers = flatHeaders(answer.headers)
    const isFollowed = call.followsRedirects !== false && REDIRECTS.has(answer.statusCode)
    const location = isFollowed ? headers['location'] : undefined
    if (location === undefined)
      return { status: answer.statusCode, url, headers, body: answer.body }
    await answer.body.dump()
    return { next: parseUrl(location, url.href), status: answer.statusCode }
  }

  /** Follows redirects to the answer, which `read` takes in before the time is over. */
  async function follow<T>(
    address: string,
    call: OutboundRequest,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), call.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    const signal = call.signal ? AbortSignal.any([timeout.signal, call.signal]) : timeout.signal
    let url = parseUrl(address)
    let current = call
    try {
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        try {
          const result = await exchange(url, current, signal)
          if (result.next === undefined) return await read(result)
          current = redirected(current, result.status, url, result.next)
          url = result.next
        } catch (error) {
          throw toOutboundError(error, url.host, timeout.signal, call.signal)
        }
      }
      throw new OutboundError('too_many_redirects', `${url.host} redirects without end`)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    send: (address, call = {}) =>
      follow(address, call, async ({ status, url, headers, body }) => {
        const bytes = await readLimited(body, call.maxBytes ?? DEFAULT_MAX_BYTES)
        return toResponse(status, url, headers, bytes)
      }),
    open: (address, call = {}) =>
      follow(address, call, ({ status, url, headers, body }) => {
        // Whoever destroys the body no longer reads it, so nobody hears the error of that.
        body.on('error', () => undefined)
        return Promise.resolve({ status, url: url.href, headers, body })
      }),
    async close() {
      await Promise.all([anywhere.close(), publicOnly.close()])
    },
  }
}
