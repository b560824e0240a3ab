import type { KeyScope } from '#contract/key-scopes.ts'
import type { Access, Endpoint, FileField, Parsed, Unsaid } from '#contract/endpoint.ts'

/** The API key by which somebody calls. */
export interface CallerKey {
  id: string
  scopes: readonly KeyScope[]
  callsPerMinute: number
}

/** The signed-in person behind a request. */
export interface Caller {
  userId: string
  email: string
  emailVerified: boolean
  isStaff: boolean
  isAdmin: boolean
  /** How the caller showed who they are. */
  by: 'session' | 'api_key'
  /** SHA-256 of the session token or the key; ends exactly this session at logout. */
  tokenHash: Buffer
  /** The administrator who sees the site as this person does, until then. */
  viewer?: { id: string; until: Date }
  /** Calls that an administrator allows this person; missing: as many as everybody. */
  ownCalls?: { perMinute: number; reason: string }
  /** Of those who call by an API key. */
  key?: CallerKey
}

type CallerOf<A extends Access> = A extends 'anonymous'
  ? null
  : A extends 'public'
    ? Caller | null
    : Caller

/** What a handler gets: everything already authenticated and validated. */
export interface RouteRequest<E extends Endpoint> {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  /** The whole uploaded file, within its limit; what its name or type claimed is not looked at. */
  file: E['file'] extends FileField ? Buffer : undefined
  /** The texts that came with the file, by the names in its `texts`. */
  texts: Readonly<Record<string, string>>
  caller: CallerOf<E['access']>
  /** The client's address, after trusted proxies. */
  ip: string
  /** Host header, for the brand. */
  host: string
  /** What the answer's texts are said in: that of the page which asks; one that this installation offers. */
  language: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  cookies: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
}

/** An answer with another status than the endpoint's first, or with headers. */
export class Reply<T> {
  readonly status: number
  readonly body: T
  readonly headers: Record<string, string>

  constructor(status: number, body: T, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** An answer that is a file, made piece by piece while it is sent. */
export class Download {
  /** Name that the browser saves it under. */
  readonly filename: string
  readonly pieces: AsyncIterable<string | Uint8Array>

  constructor(filename: string, pieces: AsyncIterable<string | Uint8Array>) {
    this.filename = filename
    this.pieces = pieces
  }
}

/** What a handler may answer. */
type Answered<E extends Endpoint> = E['download'] extends string
  ? Download
  : Unsaid<E> | Reply<Unsaid<E>>

export interface Route {
  endpoint: Endpoint
  handle(request: RouteRequest<Endpoint>): Promise<unknown>
  /** Asked before the file of an upload is read; throws when this caller may not send one now. */
  admit?: ((caller: Caller) => Promise<void>) | undefined
  /**
   * Reads a body so large that the thread which answers must not: takes its text, and does what the contract's schema would.
   * @throws {AppError} `invalid`
   */
  readBody?: ((text: string, userId: string | null) => Promise<unknown>) | undefined
}

/** Ties a handler to its endpoint; `server/http` binds the result. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: RouteRequest<E>) => Promise<Answered<E>>,
  options: Pick<Route, 'admit'> = {},
): Route {
  return { endpoint, handle, ...options }
}

/** As {@link route}, with what `readBody` makes of the body in its place. */
export function routeOfLargeBody<E extends Endpoint, Body>(
  endpoint: E,
  readBody: (text: string, userId: string | null) => Promise<Body>,
  handle: (request: Omit<RouteRequest<E>, 'body'> & { body: Body }) => Promise<Answered<E>>,
): Route {
  return { endpoint, readBody, handle: handle as Route['handle'] }
}
