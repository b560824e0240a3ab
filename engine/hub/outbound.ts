import type { Readable } from 'node:stream'

/**
 * Calls servers elsewhere: brought along by the program that uses the engine, which decides what may be called. What it throws where no
 * answer came has a `fault`, `timeout`, `unreachable` or `aborted` where another try may help.
 */
export interface Outbound {
  /** An answer of any status, whole. */
  send(
    url: string,
    options: { headers?: Record<string, string>; maxBytes?: number; timeoutMs?: number },
  ): Promise<{
    status: number
    /** Names in lower case. */
    headers: Record<string, string>
    json(): unknown
  }>
  /** As `send`, for what is too large for memory; `timeoutMs` is until the body begins. */
  open(
    url: string,
    options: { headers?: Record<string, string>; timeoutMs?: number },
  ): Promise<OutboundStream>
}

/** An answer whose body is read to its end, or destroyed. */
export interface OutboundStream {
  status: number
  /** The address that answered, after redirects. */
  url: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Readable
}

const PASSING = new Set<unknown>(['timeout', 'unreachable', 'aborted'])

/** Whether no answer came for a reason that may be gone at the next try. */
export const isPassingFault = (error: unknown): boolean =>
  error instanceof Error && 'fault' in error && PASSING.has(error.fault)
