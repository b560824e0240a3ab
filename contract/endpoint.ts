import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Feature } from './features.ts'

/**
 * Who may call: `anonymous` anybody, a token that is shown is not looked at (one signs in with an old cookie in
 * the browser), `public` anybody (a caller that shows a token is still recognised), `user` a signed-in person
 * by session or API key, `session` only by session, `staff` and `admin` by role.
 */
export type Access = 'anonymous' | 'public' | 'user' | 'session' | 'staff' | 'admin'

/** A body of `multipart/form-data` with one file, in a field of this name and of at most so many bytes; or the file alone. */
export interface FileField {
  field: string
  maxBytes: number
  /** The body is the file itself, as `application/octet-stream`. */
  raw?: true
  /** Fields of short text that have to be sent along. */
  texts?: readonly string[]
}

/** The address of a call of the API (`routes.ts`). */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for path parameters and a trailing slash. */
  path: string
}

/** One call of the API, shared by the server that binds it and the clients that make it. */
export interface Endpoint extends Route {
  access: Access
  summary: string
  /** Only on hosts whose brand has it, or any of these; elsewhere the call is not there. */
  feature?: Feature | readonly Feature[]
  /** A GET that does something: refused when another site has made the browser ask. */
  acts?: true
  /** A change that somebody may make who sees the site as somebody else. */
  allowsViewer?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Longest body; default 64 kB. */
  maxBodyBytes?: number
  /** Instead of `body`. */
  file?: FileField
  /** Instead of `body`: fields of a form with files, which the handler reads itself. */
  form?: z.ZodType
  /** The answer is a file of this type, written while it is read. */
  download?:
    | 'text/csv'
    | 'application/json'
    | 'application/zip'
    | 'application/octet-stream'
    | 'image/jpeg'
  /** Body of a success; `Nothing` where there is none. */
  response: z.ZodType
  /** Success statuses, the usual one first; default 200, and 204 where nothing is answered. */
  statuses?: readonly [number, ...number[]]
  /** Codes beside those that every call may answer. */
  errors?: readonly ErrorCode[]
}

/** Declares an endpoint and keeps its exact types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** Statuses of a success, the usual one first. */
export function statusesOf({
  statuses,
  response,
  download,
}: Endpoint): readonly [number, ...number[]] {
  const answersNothing = response.type === 'null' && download === undefined
  return statuses ?? (answersNothing ? [204] : [200])
}

/** Features of which a brand has to have any for a call to be there; none: it is there everywhere. */
export const featuresOf = ({ feature }: Endpoint): readonly Feature[] =>
  feature === undefined ? [] : [feature].flat()

type Part = 'params' | 'query' | 'body'

/** What a handler receives: parsed, defaults filled in. */
export type Parsed<E extends Endpoint, P extends Part> = E[P] extends z.ZodType
  ? z.output<E[P]>
  : undefined

/** What a caller sends. */
export type Sent<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: E[P] extends z.ZodType ? z.input<E[P]> : never
} & (E['file'] extends { raw: true }
  ? { body: Blob }
  : E['file'] extends FileField
    ? { body: FormData }
    : unknown)

/** What a success answers. */
export type Answer<E extends Endpoint> = z.output<E['response']>

/** The same as a handler hands it over: its texts may be keys and values. */
export type Unsaid<E extends Endpoint> = z.input<E['response']>
